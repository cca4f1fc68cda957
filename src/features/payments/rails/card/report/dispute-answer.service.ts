import { CURRENCY, cents, isAmount } from '../../../../../shared/money.ts';
import type { OrderContext } from '../locked-order.service.ts';
import type { DisputeAnswer } from '../paypal/paypal.rules.ts';
import { findByCaptureId } from '../paypal-order.store.ts';
import { DISPUTE_RESPONSES } from './answer-dispute.rules.ts';
import { keepDispute } from './paypal-dispute.store.ts';

/** Keeps what PayPal says of a dispute, unless something newer is kept. */
export async function keepAnswer(
  { db, clock }: OrderContext,
  captureId: string,
  {
    dispute_id: id,
    status,
    reason,
    dispute_amount,
    dispute_outcome,
    links = [],
    ...rest
  }: DisputeAnswer,
): Promise<void> {
  const order = await findByCaptureId(db, captureId);
  const row = {
    responses: DISPUTE_RESPONSES.filter((one) => links.some(({ rel }) => rel === one)),
    id,
    captureId,
    paymentId: order?.paymentId ?? null,
    status,
    reason: reason ?? null,
    lifeCycle: rest.dispute_life_cycle_stage ?? null,
    amountCents: centsOf(dispute_amount) ?? order?.amountCents ?? 0n,
    currency: dispute_amount?.currency_code ?? CURRENCY,
    dueAt: rest.seller_response_due_date ? new Date(rest.seller_response_due_date) : null,
    outcome: dispute_outcome?.outcome_code ?? null,
    returnedCents: centsOf(dispute_outcome?.amount_refunded) ?? null,
    updatedAt: rest.update_time ? new Date(rest.update_time) : clock.now(),
  };
  await keepDispute(db, row, { isDated: rest.update_time !== undefined });
}

const centsOf = (amount: { value: string } | undefined) =>
  amount && isAmount(amount.value) ? cents(amount.value) : undefined;
