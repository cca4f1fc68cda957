import { addAudit } from '../../../../../server/audit.store.ts';
import type { RequestContext } from '../../../../../server/context.ts';
import { type Database, inTransaction } from '../../../../../server/database/database.ts';
import type { CardService } from '../../../../../server/external-services.ts';
import type { Commit } from '../../../../../server/http/route.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { CURRENCY, cents, decimal, dollars } from '../../../../../shared/money.ts';
import { minutes, days, hours } from '../../../../../shared/time.ts';
import { words } from '../../../../../shared/words.ts';
import {
  type ApprovalContext,
  requireApproval,
} from '../../../core/approvals/approval-sum.service.ts';
import { findPayment } from '../../../core/payment.store.ts';
import type { OrderContext } from '../locked-order.service.ts';
import { refusalText, problemOf } from '../paypal/paypal-http.gateway.ts';
import {
  acceptClaim,
  makeOffer,
  provideEvidence,
  getDispute,
  listDisputesUpdatedSince,
} from '../paypal/paypal.gateway.ts';
import { PaypalUnavailable, type Log, syncCapture } from '../reconciliation.service.ts';
import type { Offer } from '../paypal/dispute.rules.ts';
import { type DisputeAnswerKind, NOT_AN_OFFER, RESPONSE_FOR } from './answer-dispute.rules.ts';
import {
  findDispute,
  keepDispute,
  lockDispute,
  type PaypalDispute,
  setDisputeAnswer,
} from './paypal-dispute.store.ts';
import { findRailCheck, noteRailProblem, setRailCheck } from '../../../core/rail-check.store.ts';

type AnswerContext = OrderContext &
  ApprovalContext &
  Pick<RequestContext<never>, 'externalServices' | 'translate' | 'language' | 'log'>;
type MessageAnswer = { message: string };
interface Given {
  to: DisputeAnswerKind;
  note: string;
  amount?: string | undefined;
  carrier?: string | undefined;
  tracking?: string | undefined;
}

const GONE = words('This dispute does not exist.');
const ENDED = words('This dispute has ended.');
const SENT = words('PayPal has your answer.');
const SILENT = words('PayPal cannot be reached at the moment. Please try again later.');
const UNSURE = words(
  'PayPal has not said whether your answer arrived. Try again in a few minutes: it is not sent twice.',
);
const UNDER_WAY = words('An answer to this dispute is being sent. Check again in a few minutes.');
const NOT_NOW = words(
  'PayPal does not take this answer now. Answer at PayPal, and write down here what you said.',
);
/** Longer than a call with its answer takes. */
const sendingMs = minutes(2);

/**
 * Answers a dispute with its audit entry. What is answered is written down before PayPal is called, which knows no request
 * ids here: afterwards the dispute itself says whether the answer arrived, and one that has is never sent again. What
 * `begin` writes is written with the answer. Throws 404; 409 when the dispute has ended, someone is answering it, or PayPal refuses; 503 while PayPal does not say.
 */
export async function sendAnswer(
  context: AnswerContext,
  id: string,
  given: Given,
  { begin, commit }: { begin: (tx: Database) => Promise<void>; commit: Commit<MessageAnswer> },
): Promise<MessageAnswer> {
  if (!(await findDispute(context.db, id))) throw new Fault(404, GONE);
  if (given.to === 'elsewhere')
    return commit(async (tx) => {
      const open = await lockOpenDispute(tx, id);
      await setDisputeAnswer(tx, id, { ...answerOf(context, given), isAnswerSent: true });
      await audit({ ...context, db: tx }, open, given);
      return { message: words('Your answer is written down.') };
    });
  const card = context.externalServices.card();
  if (!card) throw new Fault(503, SILENT);
  const sent = { ...given, to: given.to };
  const offer = offerOf(given);
  await refresh(context, card, id);
  const isNew = await inTransaction(context.db, async (tx) => {
    await begin(tx);
    return writeDown({ ...context, db: tx }, id, sent, offer);
  });
  if (isNew) {
    await send(context, card, id, given, offer);
    // What it changed is known at once where PayPal says so, else within the hour.
    await refresh(context, card, id).catch((error: unknown) =>
      context.log.warn({ err: error, dispute: id }, 'a dispute could not be read after its answer'),
    );
  }
  return commit(async (tx) => {
    const dispute = await lockDispute(tx, id);
    if (!dispute) throw new Error('A dispute vanished.');
    await setDisputeAnswer(tx, id, { isAnswerSent: true });
    await audit({ ...context, db: tx }, dispute, given);
    return { message: SENT };
  });
}

async function lockOpenDispute(tx: Database, id: string): Promise<PaypalDispute> {
  const dispute = await lockDispute(tx, id);
  if (!dispute) throw new Fault(404, GONE);
  if (dispute.status === 'RESOLVED') throw new Fault(409, ENDED);
  return dispute;
}

/** What is offered, in dollars. Throws 400 for an offer without an amount. */
function offerOf({ to, note, amount }: Given): Offer | undefined {
  if (to !== 'offer') return undefined;
  if (!amount) throw new Fault(400, NOT_AN_OFFER, { fields: { amount: NOT_AN_OFFER } });
  return { note, amountCents: cents(amount), currency: CURRENCY };
}

/** Throws 400 for more than is disputed. */
function requireInDispute(
  { translate, language }: AnswerContext,
  { amountCents, currency }: PaypalDispute,
  offer: Offer,
): void {
  // What is disputed in another currency is answered at PayPal.
  if (currency !== offer.currency) throw new Fault(409, NOT_NOW);
  if (offer.amountCents <= amountCents) return;
  const values = { amount: dollars(amountCents) };
  const message = translate(words('You can offer at most {amount}.'), language, values);
  throw new Fault(400, message, { fields: { amount: message } });
}

const answerOf = ({ clock }: AnswerContext, { to, note, amount }: Given) => ({
  answer: to,
  answerNote: note,
  answerCents: to === 'offer' && amount ? cents(amount) : null,
  answeredAt: clock.now(),
});

/** Writes down what will be sent. False when the same answer, of which nothing was known, has arrived. */
async function writeDown(
  context: AnswerContext,
  id: string,
  given: Given & { to: keyof typeof RESPONSE_FOR },
  offer: Offer | undefined,
): Promise<boolean> {
  const { db: tx, clock } = context;
  const dispute = await lockDispute(tx, id);
  if (!dispute) throw new Fault(404, GONE);
  const isPossible = dispute.responses.includes(RESPONSE_FOR[given.to]);
  const answer = answerOf(context, given);
  const isSame =
    dispute.answer === answer.answer &&
    dispute.answerNote === answer.answerNote &&
    dispute.answerCents === answer.answerCents;
  if (!isPossible && isSame) return false;
  if (dispute.status === 'RESOLVED') throw new Fault(409, ENDED);
  if (!isPossible) throw new Fault(409, NOT_NOW);
  const sinceMs = clock.now().getTime() - (dispute.answeredAt?.getTime() ?? 0);
  if (!dispute.isAnswerSent && dispute.answer && sinceMs < sendingMs)
    throw new Fault(409, UNDER_WAY);
  if (offer) requireInDispute(context, dispute, offer);
  const returnedCents = given.to === 'accept' ? dispute.amountCents : offer?.amountCents;
  // The same answer that never arrived was approved when it was written down.
  if (returnedCents !== undefined && !isSame)
    await requireApprovalOf(context, dispute, returnedCents);
  await setDisputeAnswer(tx, id, { ...answer, isAnswerSent: false });
  return true;
}

/** What an answer gives back, or an offer can, counts with what went back before. */
async function requireApprovalOf(
  context: AnswerContext,
  { paymentId }: PaypalDispute,
  amountCents: bigint,
): Promise<void> {
  const found = paymentId ? await findPayment(context.db, paymentId) : undefined;
  const subject = { amountCents, ...(paymentId ? { paymentId } : {}) };
  await requireApproval(context, subject, (found?.payment.refundedCents ?? 0n) + amountCents);
}

async function send(
  context: AnswerContext,
  card: CardService,
  id: string,
  { to, note, carrier = 'OTHER', tracking }: Given,
  offer: Offer | undefined,
): Promise<void> {
  const parcel = tracking && { tracking: [{ carrier, number: tracking }] };
  const evidence = { type: parcel ? 'PROOF_OF_FULFILLMENT' : 'OTHER', notes: note, ...parcel };
  const answer = await (offer
    ? makeOffer(card, id, offer)
    : to === 'accept'
      ? acceptClaim(card, id, { note })
      : provideEvidence(card, id, [evidence]));
  if (answer.kind === 'ok') return;
  if (answer.kind === 'unknown') throw new Fault(503, UNSURE);
  const nothing = { answer: null, answerNote: null, answerCents: null, answeredAt: null };
  await setDisputeAnswer(context.db, id, nothing);
  throw new Fault(
    409,
    context.translate(words('PayPal refused the answer: {reason}.'), context.language, {
      reason: refusalText(answer),
    }),
  );
}

/** What PayPal says of the dispute now, with what follows for its payment. Throws 503 while it does not answer. */
async function refresh(context: AnswerContext, card: CardService, id: string): Promise<void> {
  try {
    await syncDispute(context, card, id);
  } catch (error) {
    if (!(error instanceof PaypalUnavailable)) throw error;
    throw new Fault(503, SILENT);
  }
}

const audit = (
  { db, clock, actorId }: AnswerContext,
  { id, status, amountCents, currency }: PaypalDispute,
  given: Given,
): Promise<void> =>
  addAudit(db, {
    at: clock.now(),
    actorId,
    action: 'dispute.answered',
    subject: id,
    before: { status, amount: `${decimal(amountCents)} ${currency}` },
    after: { ...given },
  });

/** Asks PayPal about a dispute, keeps what it says, and records its payment by that. Throws `PaypalUnavailable`. */
export async function syncDispute(
  context: OrderContext,
  card: CardService,
  disputeId: string,
): Promise<string> {
  const { db, clock } = context;
  const answer = await getDispute(card, disputeId);
  if (answer.kind === 'unknown') throw new PaypalUnavailable('PayPal does not answer.');
  if (answer.kind === 'refused') return `refused: ${refusalText(answer)}`;
  const captureId = answer.value.disputed_transactions?.[0]?.seller_transaction_id;
  if (!captureId) return 'not ours';
  await keepDispute(db, captureId, answer.value, clock.now());
  const outcome = await syncCapture(context, card, captureId);
  // A charge whose answer was lost has become known with it.
  await keepDispute(db, captureId, answer.value, clock.now());
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
