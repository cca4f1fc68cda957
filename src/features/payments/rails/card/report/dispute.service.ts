import type { CardService } from '../../../../../server/external-services.ts';
import { days, hours } from '../../../../../shared/time.ts';
import { findRailCheck, noteRailProblem, setRailCheck } from '../../../core/rail-check.store.ts';
import type { OrderContext } from '../locked-order.service.ts';
import { problemOf, refusalText } from '../paypal/paypal-http.gateway.ts';
import { getDispute, listDisputesUpdatedSince } from '../paypal/paypal.gateway.ts';
import { type Log, PaypalUnavailable } from '../reconciliation.service.ts';
import { syncCapture } from './capture-sync.service.ts';
import { keepAnswer } from './dispute-answer.service.ts';
import { findDispute } from './paypal-dispute.store.ts';

/** Asks PayPal about a dispute, keeps what it says, and records its payment by that. Throws `PaypalUnavailable`. */
export async function syncDispute(
  context: OrderContext,
  card: CardService,
  disputeId: string,
): Promise<string> {
  const answer = await getDispute(card, disputeId);
  if (answer.kind === 'unknown') throw new PaypalUnavailable('PayPal does not answer.');
  if (answer.kind === 'refused') return `refused: ${refusalText(answer)}`;
  const captureId = answer.value.disputed_transactions?.[0]?.seller_transaction_id;
  if (!captureId) return 'not ours';
  await keepAnswer(context, captureId, answer.value);
  const outcome = await syncCapture(context, card, captureId);
  // A charge whose answer was lost has become known with it.
  await keepAnswer(context, captureId, answer.value);
  return outcome;
}

/** PayPal lists the disputes that changed within 180 days. */
const longestMs = days(179);
/** Asked again, for what arrives in PayPal's list late. */
const overlapMs = hours(3);

/** Asks PayPal which disputes changed, whatever the age of their payments, and records each. */
export async function checkDisputes(
  context: OrderContext,
  card: CardService,
  log: Log,
): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const before = await findRailCheck(db, 'paypal_disputes');
  const readMs = before?.account === card.clientId ? before.completeUntil.getTime() - overlapMs : 0;
  const since = new Date(Math.max(readMs, now.getTime() - longestMs));
  const check = {
    name: 'paypal_disputes',
    account: card.clientId,
    isTest: card.isTest,
    completeUntil: since,
  } as const;
  const answer = await listDisputesUpdatedSince(card, since);
  if (answer.kind !== 'ok') return noteRailProblem(db, check, problemOf(answer));
  let problem: string | null = null;
  for (const { dispute_id: id, status, update_time } of answer.value) {
    const known = await findDispute(db, id);
    const isKnown = known?.status === status && known.updatedAt >= new Date(update_time);
    if (isKnown) continue;
    try {
      await syncDispute(context, card, id);
    } catch (error) {
      // The others are asked about all the same; this one again in an hour.
      log.error({ err: error, dispute: id }, 'a dispute at PayPal could not be recorded');
      problem = `dispute ${id}`;
    }
  }
  await setRailCheck(db, {
    ...check,
    problem,
    ...(problem === null ? { completeUntil: now, checkedAt: now } : {}),
  });
}
