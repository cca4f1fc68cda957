import type { Database } from '../../../../../server/database/database.ts';
import { words } from '../../../../../shared/words.ts';
import { bookingsOf } from '../../../core/booking.rules.ts';
import { leftOf } from '../../../core/instalment.rules.ts';
import { listEventsOf } from '../../../core/payment-event.store.ts';
import type { JoinedPayment } from '../../../core/payment.store.ts';
import type { TransferRail } from '../transfer.rules.ts';
import { memosIn, scoreMatch } from './match.rules.ts';
import { listRefundEvents, listReturnable } from './statement-matching.store.ts';
import type { StatementLine } from './statement.store.ts';

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
