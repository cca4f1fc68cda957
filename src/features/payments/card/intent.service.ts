import { markProcessing } from '../arrival.service.ts';
import { receivedCentsOf } from '../instalment.rules.ts';
import { PAYABLE } from '../payment.rules.ts';
import { listPaymentsOfInstalment } from '../payment.store.ts';
import { findInstalment } from '../schedule.store.ts';
import {
  type Desk,
  endOrder,
  endUnapproved,
  type Held,
  later,
  soon,
  withOrder,
} from './held-order.service.ts';
import { findLiveOrder, type PaypalOrder, setOrder } from './paypal-order.store.ts';

/**
 * The intent to take the money of an approved order: order and payment say so before PayPal is told, so that no
 * other rail takes the due meanwhile and a crash leaves a question, not a gap. The order stays what it was, or
 * ends, where its payment no longer waits for it; throws 409 when the due is being paid in another way.
 */
export const beginCapture = (desk: Desk, id: string): Promise<PaypalOrder> =>
  withOrder(desk, id, async (held) => {
    const { deed, order, payment } = held;
    if (order.state !== 'created' && order.state !== 'void') return order;
    const isWaitedFor = payment.status === 'action_required' || payment.status === 'expired';
    if (!isWaitedFor || !(await isStillAskedFor(held))) return endUnapproved(held, 'PAYMENT_ENDED');
    // A later order of the same payment, made in another window.
    const other = await findLiveOrder(deed.db, payment.id);
    if (other && other.id !== order.id) await endOrder(deed, other, 'REPLACED');
    await markProcessing(deed, { paymentId: payment.id, actor: { kind: 'payer' } });
    await soon(deed);
    return setOrder(deed.db, order, {
      state: 'capturing',
      ...later(held, 'capturing'),
      issue: null,
      updatedAt: deed.at,
    });
  });

/** Whether the due still asks for all of an order's money: an expired payment may have been made in another way since. */
async function isStillAskedFor({ deed, application, order, payment }: Held): Promise<boolean> {
  if (application.applicationStatus === 'cancelled') return false;
  const found = await findInstalment(deed.db, payment.instalmentId);
  if (!found) throw new Error('A payment without an instalment.');
  const { status, amountCents } = found.instalment;
  const heldCents = receivedCentsOf(await listPaymentsOfInstalment(deed.db, payment.instalmentId));
  return PAYABLE.includes(status) && order.amountCents <= amountCents - heldCents;
}
