import type { CardService } from '../../../../server/external-services.ts';
import { refundCapture } from './paypal/paypal.gateway.ts';
import { refusalText } from './paypal/paypal-http.gateway.ts';
import type { RefundOrder } from './paypal/paypal.rules.ts';

/** What PayPal made of a refund. `pending`: the money is not back yet. `unknown`: it may have happened. */
export type RefundOutcome =
  | { state: 'done' | 'pending'; refundId: string }
  /** PayPal's word for why, and the same with what its support asks for. */
  | { state: 'refused'; issue: string; text: string }
  | { state: 'unknown' };

/** Has PayPal give money of a capture back; with the same request id it happens once, for 45 days. */
export async function refundMoney(
  card: CardService,
  captureId: string,
  refund: RefundOrder,
  requestId: string,
): Promise<RefundOutcome> {
  const answer = await refundCapture(card, captureId, refund, requestId);
  if (answer.kind === 'unknown') return { state: 'unknown' };
  if (answer.kind === 'refused')
    return { state: 'refused', issue: answer.issue, text: refusalText(answer) };
  const { id, status } = answer.value;
  if (status === 'FAILED' || status === 'CANCELLED')
    return { state: 'refused', issue: `REFUND_${status}`, text: `REFUND_${status}` };
  return { state: status === 'COMPLETED' ? 'done' : 'pending', refundId: id };
}
