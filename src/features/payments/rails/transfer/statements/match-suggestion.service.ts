import type { Database } from '../../../../../server/database/database.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { decimal } from '../../../../../shared/money.ts';
import { days } from '../../../../../shared/time.ts';
import { words } from '../../../../../shared/words.ts';
import { bookingsOf } from '../../../core/booking.rules.ts';
import { leftOf } from '../../../core/instalment.rules.ts';
import { dayOf, memoOf } from '../../../core/payment.rules.ts';
import { listEventsOf } from '../../../core/payment-event.store.ts';
import { findPayment, type JoinedPayment } from '../../../core/payment.store.ts';
import { listClaimsByKey } from '../claim.store.ts';
import { isTransferRail, type TransferRail } from '../transfer.rules.ts';
import {
  lookupKey,
  maxSuggestions,
  memosIn,
  minKeyLength,
  scoreMatch,
  searchWindowDays,
  swapVariants,
  wordsOf,
} from './match.rules.ts';
import {
  listCandidateLines,
  listRefundEvents,
  listReturnable,
} from './statement-matching.store.ts';
import type { StatementLine } from './statement.store.ts';

/** The most candidates of a kind: an administrator compares no more than a day's lines of one amount. */
const maxCandidates = 50;
const maxClaims = 10;

/** Suggestions for a waiting claim: statement lines and other claims, the best match first. */
export async function suggestMatches(db: Database, id: string) {
  const found = await findPayment(db, id);
  const rail = found?.payment.rail;
  if (!found || !rail || !isTransferRail(rail))
    throw new Fault(404, words('This payment does not exist.'));
  return { lines: await suggestLines(db, rail, found), claims: await similarClaims(db, found) };
}

async function suggestLines(
  db: Database,
  rail: TransferRail,
  { payment, application, instalment }: JoinedPayment,
) {
  const number = payment.claimNumber ?? '';
  // Every step of a payment is a change of it: a claim was made when it was last changed.
  const claimedAt = payment.updatedAt;
  const around = (byDays: number) => dayOf(new Date(claimedAt.getTime() + days(byDays)));
  const names = wordsOf(`${application.firstName} ${application.lastName}`).map(lookupKey);
  const memo = memoOf(application.reference, instalment.number);
  const candidates = await listCandidateLines(db, {
    rail,
    amountCents: payment.amountCents,
    fromDay: around(-searchWindowDays),
    toDay: around(searchWindowDays),
    keys: [
      ...swapVariants(lookupKey(number)),
      lookupKey(application.reference),
      lookupKey(memo),
      ...names,
    ].filter((key) => key.length >= minKeyLength),
    limit: maxCandidates,
  });
  const claimToMatch = {
    number,
    reference: application.reference,
    amountCents: payment.amountCents,
    firstName: application.firstName,
    lastName: application.lastName,
    claimedAt,
  };
  // The same line may have come in with two statements.
  const once = new Map(candidates.map((one) => [one.line.digest, one]));
  return [...once.values()]
    .flatMap(({ line, fileName }) => {
      const match = scoreMatch(claimToMatch, line);
      return match ? [{ line, fileName, ...match }] : [];
    })
    .sort((a, b) => b.score - a.score || (a.line.bookedOn < b.line.bookedOn ? 1 : -1))
    .slice(0, maxSuggestions)
    .map(({ line, fileName, reasons }) => ({
      id: line.id,
      bookedOn: line.bookedOn,
      amount: decimal(line.amountCents),
      text: line.text,
      fileName,
      reasons,
    }));
}

async function similarClaims(db: Database, { payment, application }: JoinedPayment) {
  const number = payment.claimNumber;
  if (!number || lookupKey(number).length < minKeyLength) return [];
  const claims = await listClaimsByKey(db, payment.rail, swapVariants(lookupKey(number)));
  return claims
    .filter((other) => other.application.id !== application.id)
    .map((other) => ({
      id: other.payment.id,
      applicationId: other.application.id,
      reference: other.application.reference,
      name: `${other.application.firstName} ${other.application.lastName}`,
      number: other.payment.claimNumber ?? '',
      amount: decimal(other.payment.amountCents),
      status: other.payment.status,
      isSame: other.payment.claimNumber === number,
      createdAt: other.payment.createdAt,
    }))
    .sort((a, b) => Number(b.isSame) - Number(a.isSame))
    .slice(0, maxClaims);
}

const RECORDED = words('A refund of this amount is recorded already.');
const mostOfLine = 3;

/** A payment whose money may have gone back: with a refund that is recorded already, or not yet. */
interface Candidate {
  payment: JoinedPayment;
  refundId: number | null;
  cents: bigint;
}

/**
 * Payments on the rail that money out may be about, the best match first, by line. The amount alone is not enough: it is
 * that of many payments.
 */
export async function suggestReturns(
  db: Database,
  rail: TransferRail,
  lines: readonly StatementLine[],
) {
  const debits = lines.filter(({ amountCents }) => amountCents < 0n);
  const candidates = debits.length > 0 ? await listCandidates(db, rail, debits) : [];
  return new Map(debits.map((line) => [line.id, suggestionsFor(line, candidates)]));
}

async function listCandidates(
  db: Database,
  rail: TransferRail,
  debits: readonly StatementLine[],
): Promise<Candidate[]> {
  const payments = await listReturnable(db, rail, {
    amounts: [...new Set(debits.map(({ amountCents }) => -amountCents))],
    references: [...new Set(debits.flatMap(({ text }) => memosIn(text)).map((m) => m.reference))],
  });
  const refunded = payments.filter(({ payment }) => payment.refundedCents !== null);
  const events = Map.groupBy(
    await listEventsOf(
      db,
      refunded.map(({ payment }) => payment.id),
    ),
    ({ paymentId }) => paymentId,
  );
  const recorded = refunded.flatMap((payment) =>
    bookingsOf(events.get(payment.payment.id) ?? [])
      .filter(({ kind }) => kind === 'refunded')
      .map(({ event, cents }): Candidate => ({ payment, refundId: event.id, cents })),
  );
  const ids = recorded.flatMap(({ refundId }) => refundId ?? []);
  const proved = new Set(
    (await listRefundEvents(db, ids)).filter(({ lineId }) => lineId).map(({ id }) => id),
  );
  const held = payments.map(
    (payment): Candidate => ({
      payment,
      refundId: null,
      cents: leftOf(payment.payment),
    }),
  );
  return [...recorded.filter(({ refundId }) => !proved.has(refundId ?? 0)), ...held];
}

function suggestionsFor(line: StatementLine, candidates: readonly Candidate[]) {
  return candidates
    .flatMap((candidate) => {
      const match = fits(line, candidate) && score(line, candidate);
      return match ? [{ candidate, ...match }] : [];
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, mostOfLine)
    .map(({ candidate: { payment, refundId }, reasons }) => ({
      paymentId: payment.payment.id,
      refundId: refundId === null ? null : String(refundId),
      reference: payment.application.reference,
      name: `${payment.application.firstName} ${payment.application.lastName}`,
      instalment: payment.instalment.number,
      reasons: refundId === null ? reasons : [...reasons, RECORDED],
    }));
}

/** No more can go back than is held, and nothing before it came; a recorded refund is all of a line. */
const fits = (line: StatementLine, { payment, refundId, cents }: Candidate) =>
  line.bookedOn >= (payment.payment.receivedOn ?? '') &&
  (refundId === null ? cents >= -line.amountCents : cents === -line.amountCents);

const score = (line: StatementLine, { payment: { payment, application }, cents }: Candidate) =>
  scoreMatch(
    {
      number: payment.claimNumber ?? '',
      reference: application.reference,
      amountCents: cents,
      firstName: application.firstName,
      lastName: application.lastName,
    },
    { ...line, amountCents: -line.amountCents },
  );
