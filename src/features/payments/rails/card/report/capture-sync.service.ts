import type { CardService } from '../../../../../server/external-services.ts';
import { inTransaction } from '../../../../../server/database/database.ts';
import type { OrderContext } from '../locked-order.service.ts';
import { refusalText } from '../paypal/paypal-http.gateway.ts';
import { getCapture } from '../paypal/paypal.gateway.ts';
import {
  findByCaptureId,
  findByOrderId,
  findOrder,
  type PaypalOrder,
} from '../paypal-order.store.ts';
import { PaypalUnavailable, syncOrder } from '../reconciliation.service.ts';

/** Records the order of a capture, as PayPal says when asked. Throws `PaypalUnavailable`. */
export async function syncCapture(
  context: OrderContext,
  card: CardService,
  captureId: string,
): Promise<string> {
  const known = await findByCaptureId(context.db, captureId);
  if (known) return describeOrder(await syncOrder(context, card, known));
  const answer = await getCapture(card, captureId);
  if (answer.kind === 'unknown') throw new PaypalUnavailable('PayPal does not answer.');
  if (answer.kind === 'refused') return `refused: ${refusalText(answer)}`;
  const { custom_id, supplementary_data } = answer.value;
  const orderId = supplementary_data?.related_ids?.order_id;
  const byOrder = orderId ? await findByOrderId(context.db, orderId) : undefined;
  if (byOrder) return describeOrder(await syncOrder(context, card, byOrder));
  // A charge whose answer was lost has no order id yet: it is known by what we named it.
  const named = custom_id && isUuid(custom_id) ? await findOrder(context.db, custom_id) : undefined;
  if (!named || !orderId) return 'not ours';
  if (named.orderId !== null || named.kind !== 'stored') {
    // Genuine money under a name of ours, by an order that we did not make: it pays for nothing, and a person looks.
    await inTransaction(context.db, (tx) =>
      context.jobs.send(tx, 'card-review', {
        id: named.id,
        reason: 'STRAY_CAPTURE',
        paypalCode: captureId,
      }),
    );
    return 'another order under our name';
  }
  return describeOrder(await syncOrder(context, card, { ...named, orderId }));
}

const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

/** What became of an order, in a few words. */
export const describeOrder = ({ state, reason, paypalCode }: PaypalOrder) =>
  reason ? `${state}: ${paypalCode ?? reason}` : state;
