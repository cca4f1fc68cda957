import { remark } from '../remark.service.ts';
import type { Held } from './held-order.service.ts';
import { type PaypalOrder, setOrder } from './paypal-order.store.ts';
import type { Reading } from './reading.rules.ts';

/** Who acts when PayPal's word is written down. */
export const PAYPAL = { kind: 'paypal' } as const;

/** Leaves the payment where it is, puts it before a person and tells the administrators; once for each reason. */
export async function review(
  { deed, order, payment }: Held,
  reading: Reading | undefined,
  issue: string,
): Promise<PaypalOrder> {
  if (order.issue === issue) return setOrder(deed.db, order, { askAt: null });
  const { capture, differences = [] } = reading ?? {};
  await remark(deed.db, {
    paymentId: payment.id,
    actor: PAYPAL,
    at: deed.at,
    reason: issue,
    told: {
      ...(differences.length > 0 ? { differs: differences.join(', ') } : {}),
      orderId: reading?.orderId ?? order.orderId ?? '',
      ...(capture
        ? {
            captureId: capture.id,
            captureStatus: capture.status,
            capturedCents: String(capture.amountCents),
          }
        : {}),
    },
  });
  await deed.jobs.send(deed.db, 'card-review', { id: order.id, issue });
  return setOrder(deed.db, order, { issue, asked: 0, askAt: null, updatedAt: deed.at });
}

/** What an answer teaches our row: ids that it did not know yet. */
export const factsOf = (order: PaypalOrder, { orderId, payee }: Reading) => ({
  orderId: order.orderId ?? orderId,
  payee: order.payee ?? payee ?? null,
});
