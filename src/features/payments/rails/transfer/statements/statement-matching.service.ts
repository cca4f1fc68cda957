import { createHash } from 'node:crypto';
import type { Database } from '../../../../../server/database/database.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { decimal } from '../../../../../shared/money.ts';
import { words } from '../../../../../shared/words.ts';
import {
  type JoinedPayment,
  listPaymentsByIds,
  listPaymentsOf,
} from '../../../core/payment.store.ts';
import {
  type JoinedInstalment,
  listInstalmentsInForce,
  listEarlierLines,
  listRefundEvents,
} from './statement-matching.store.ts';
import type { LineState } from './statement.rules.ts';
import {
  lookupKey,
  lookupKeysIn,
  type LookedUp,
  memosIn,
  type PayableInstalment,
  type ProposedMatch,
  proposeMatches,
} from './match.rules.ts';
import {
  findImport,
  listLines,
  type StatementImport,
  type StatementLine,
} from './statement.store.ts';
import { listRules, type StatementRule } from './statement-rule.store.ts';
import { suggestReturns } from './match-suggestion.service.ts';
import { heldCentsOf } from '../../../core/instalment.rules.ts';
import { OPEN, PAYABLE, RECEIVED, UNDER_WAY } from '../../../core/payment.rules.ts';
import { listClaimsByKey } from '../claim.store.ts';
import type { TransferRail } from '../transfer.rules.ts';

interface LineText {
  text: string;
  /** A payment that the line is tied to already. */
  paymentId?: string | null;
}

/** Looks up the references and numbers in these texts, in a bounded number of queries. */
async function lookUpLines(
  db: Database,
  rail: TransferRail,
  lines: readonly LineText[],
): Promise<LookedUp> {
  const references = new Set(lines.flatMap(({ text }) => memosIn(text)).map((m) => m.reference));
  const keys = new Set(lines.flatMap(({ text }) => lookupKeysIn(text)));
  const all = await listClaimsByKey(db, rail, [...keys]);
  const claims = all.filter(({ payment }) => isWaiting(payment));
  // Our own memo may come again: with what was short, or with the next instalment.
  const recorded = all
    .filter(({ payment }) => RECEIVED.includes(payment.status))
    .map(({ payment }) => payment.claimNumber ?? '')
    .filter((number) => memosIn(number).length === 0);
  const named = await listInstalmentsInForce(db, { references: [...references] });
  const known = new Set(named.map(({ application }) => application.id));
  const further = claims.map(({ application }) => application.id).filter((id) => !known.has(id));
  const instalments = await payableInstalments(db, rail, [
    ...named,
    ...(await listInstalmentsInForce(db, { applicationIds: [...new Set(further)] })),
  ]);
  const byInstalment = new Map(instalments.map((due) => [due.instalmentId, due]));
  const waiting = claims.flatMap(({ payment, instalment }) => {
    const due = byInstalment.get(instalment.id);
    return due ? [{ key: lookupKey(payment.claimNumber ?? ''), due }] : [];
  });
  return {
    instalments: Map.groupBy(instalments, ({ reference }) => reference),
    claims: Map.groupBy(waiting, ({ key }) => key),
    recorded: new Set(recorded.map(lookupKey)),
  };
}

const isWaiting = ({ status }: JoinedPayment['payment']) =>
  status === 'claimed' || status === 'expired';

const applicationsPerQuery = 500;

/** Each instalment with its unpaid amount and the attempt on the rail that a transfer would complete. */
async function payableInstalments(
  db: Database,
  rail: TransferRail,
  instalments: readonly JoinedInstalment[],
): Promise<PayableInstalment[]> {
  const ids = [...new Set(instalments.map(({ application }) => application.id))];
  const attempts: JoinedPayment[] = [];
  for (let from = 0; from < ids.length; from += applicationsPerQuery)
    attempts.push(...(await listPaymentsOf(db, ids.slice(from, from + applicationsPerQuery))));
  const byInstalment = Map.groupBy(attempts, ({ instalment }) => instalment.id);
  return instalments.map((due) =>
    payableInstalment(
      due,
      rail,
      (byInstalment.get(due.instalment.id) ?? []).map(({ payment }) => payment),
    ),
  );
}

function payableInstalment(
  { instalment, schedule, application }: JoinedInstalment,
  rail: TransferRail,
  attempts: readonly JoinedPayment['payment'][],
): PayableInstalment {
  const remainingCents = instalment.amountCents - heldCentsOf(instalment, attempts);
  const open = attempts.find(({ status }) => OPEN.includes(status));
  const late = attempts.findLast(
    ({ status, rail: other }) => status === 'expired' && other === rail,
  );
  const claim = open?.status === 'claimed' && open.rail === rail ? open : undefined;
  return {
    applicationId: application.id,
    instalmentId: instalment.id,
    reference: application.reference,
    name: `${application.firstName} ${application.lastName}`,
    number: instalment.number,
    of: schedule.payments,
    isPayable:
      PAYABLE.includes(instalment.status) &&
      remainingCents > 0n &&
      application.applicationStatus !== 'cancelled',
    remainingCents,
    paymentId: claim?.id ?? (open ? null : (late?.id ?? null)),
    hasOtherPaymentUnderWay: open !== undefined && UNDER_WAY.includes(open.status) && !claim,
  };
}

type EarlierLine = Awaited<ReturnType<typeof listEarlierLines>>[number];

/** A line of a statement with all that speaks for what it pays. */
export interface MatchedLine {
  line: StatementLine;
  proposal: ProposedMatch | undefined;
  /** Where the same line came in before. */
  known: EarlierLine | undefined;
  /** It was said with another statement what the same line was. */
  isUsed: boolean;
}

export async function requireImport(db: Database, id: string): Promise<StatementImport> {
  const found = await findImport(db, id);
  if (!found) throw new Fault(404, words('This statement no longer exists.'));
  return found;
}

/** The lines of a statement with what they are held to pay today, and a name of this state. */
export async function matchStatement(
  db: Database,
  { id, rail, state }: StatementImport,
): Promise<{ lines: MatchedLine[]; version: string }> {
  const lines = await listLines(db, id);
  const digests = lines.map(({ digest }) => digest);
  const known = Map.groupBy(await listEarlierLines(db, id, digests), ({ digest }) => digest);
  const free = lines.filter(
    (line) =>
      line.amountCents > 0n &&
      !isResolved(line) &&
      !known.get(line.digest)?.some((copy) => copy.isResolved),
  );
  // While confirmed lines wait nothing is proposed, which keeps polling cheap.
  const proposals = state === 'open' ? proposeMatches(free, await lookUpLines(db, rail, free)) : [];
  const byLine = new Map(free.map((line, at) => [line.id, proposals[at]]));
  const matched = lines.map((line): MatchedLine => {
    const before = known.get(line.digest);
    return {
      line,
      proposal: byLine.get(line.id),
      known: before?.[0],
      isUsed: before?.some((copy) => copy.isResolved) ?? false,
    };
  });
  return { lines: matched, version: versionOf(matched) };
}

export const isResolved = ({ paymentId, refundEventId, decision }: StatementLine) =>
  paymentId !== null || refundEventId !== null || decision !== null;

/** Changes whenever what a line is held to pay does. */
function versionOf(lines: readonly MatchedLine[]): string {
  const seen = lines.flatMap(({ line, proposal }) =>
    proposal
      ? [
          [
            line.id,
            proposal.due.instalmentId,
            proposal.due.paymentId,
            String(proposal.due.remainingCents),
          ],
        ]
      : [],
  );
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64url');
}

/** Lines that are about a payment, and the first of those that fit nothing: enough to look for one by eye. */
const mostRows = 1000;
const maxUnmatched = 200;

/** A statement as an administrator looks at it. */
export async function viewOfStatement(db: Database, found: StatementImport) {
  const { lines, version } = await matchStatement(db, found);
  const tied = await instalmentsOfLines(db, found, lines);
  const isUnmatched = (one: MatchedLine) => stateOf(one) === 'unmatched';
  const unmatched = lines.filter(isUnmatched);
  const shown = [
    ...lines.filter((one) => !isUnmatched(one)).slice(0, mostRows),
    ...unmatched.slice(0, maxUnmatched),
  ];
  const hints = await hintsFor(
    db,
    found.rail,
    unmatched.slice(0, maxUnmatched).map(({ line }) => line),
  );
  return {
    version,
    balances:
      found.openingCents === null || found.closingCents === null
        ? null
        : { opening: decimal(found.openingCents), closing: decimal(found.closingCents) },
    rows: shown
      .map((matched) => ({ ...viewOfLine(matched, tied), ...hints(matched.line) }))
      .sort((a, b) => a.row - b.row),
    moreUnmatched: Math.max(0, unmatched.length - maxUnmatched),
    counts: {
      lines: lines.length,
      ticked: lines.filter(({ line }) => line.chosenInstalmentId).length,
      booked: lines.filter(({ line }) => line.paymentId).length,
      failed: lines.filter(({ line }) => line.failure).length,
      resolved: lines.filter(({ line }) => line.refundEventId !== null || line.decision !== null)
        .length,
    },
  };
}

/** What may be said of lines that fit nothing: the rule that names them, and payments whose money they may take back. */
async function hintsFor(db: Database, rail: TransferRail, lines: readonly StatementLine[]) {
  const rules = lines.length > 0 ? await listRules(db) : [];
  const returns = await suggestReturns(db, rail, lines);
  return (line: StatementLine) => {
    const rule = isResolved(line) ? undefined : ruleFor(rules, line);
    return {
      rule: rule ? { account: rule.account, contains: rule.contains } : null,
      returns: returns.get(line.id) ?? [],
    };
  };
}

/** The rule that names a line; a line with our reference is about an application, whatever else it says. */
export const ruleFor = (
  rules: readonly StatementRule[],
  { text, amountCents }: Pick<StatementLine, 'text' | 'amountCents'>,
): StatementRule | undefined =>
  memosIn(text).length > 0
    ? undefined
    : rules.find(
        ({ contains, isDebit }) =>
          isDebit === amountCents < 0n && text.toUpperCase().includes(contains),
      );

/** The instalments of booked, returned and ticked lines, by instalment, payment and returned line. */
async function instalmentsOfLines(
  db: Database,
  { rail }: StatementImport,
  lines: readonly MatchedLine[],
): Promise<ReadonlyMap<string, PayableInstalment>> {
  const refunds = await listRefundEvents(
    db,
    lines.flatMap(({ line }) => line.refundEventId ?? []),
  );
  const payments = await listPaymentsByIds(db, [
    ...lines.flatMap(({ line }) => line.paymentId ?? []),
    ...refunds.map(({ paymentId }) => paymentId),
  ]);
  const instalmentIds = lines.flatMap(({ line }) => line.chosenInstalmentId ?? []);
  const applications = new Set(payments.map(({ application }) => application.id));
  const instalments = await payableInstalments(db, rail, [
    ...(await listInstalmentsInForce(db, { applicationIds: [...applications] })),
    ...(await listInstalmentsInForce(db, { instalmentIds })),
  ]);
  const byInstalment = new Map(instalments.map((due) => [due.instalmentId, due]));
  for (const { payment } of payments) {
    const due = byInstalment.get(payment.instalmentId);
    if (due) byInstalment.set(payment.id, due);
  }
  for (const { paymentId, lineId } of refunds) {
    const due = byInstalment.get(paymentId);
    if (due && lineId) byInstalment.set(lineId, due);
  }
  return byInstalment;
}

function viewOfLine(
  { line, proposal, known, isUsed }: MatchedLine,
  tied: ReadonlyMap<string, PayableInstalment>,
) {
  const due = tied.get(line.paymentId ?? line.chosenInstalmentId ?? line.id);
  const match = due ? { due, difference: 'equal' as const, reasons: [], isSure: true } : proposal;
  return {
    id: line.id,
    row: line.row,
    bookedOn: line.bookedOn,
    amount: decimal(line.amountCents),
    text: line.text,
    state: stateOf({ line, proposal, isUsed }),
    failure: line.failure,
    decision: line.decision ? { to: line.decision, reason: line.reason ?? '' } : null,
    known: known ? { fileName: known.fileName, addedAt: known.addedAt } : null,
    match: match
      ? {
          applicationId: match.due.applicationId,
          reference: match.due.reference,
          name: match.due.name,
          instalment: match.due.number,
          of: match.due.of,
          due: decimal(match.due.remainingCents < 0n ? 0n : match.due.remainingCents),
          difference: match.difference,
          reasons: match.reasons,
          isSure: match.isSure && line.failure === null,
        }
      : null,
  };
}

function stateOf({ line, proposal, isUsed }: Omit<MatchedLine, 'known'>): LineState {
  if (line.paymentId) return 'booked';
  if (line.refundEventId !== null) return 'returned';
  if (line.decision) return 'decided';
  if (isUsed) return 'used';
  if (line.failure) return 'failed';
  if (line.chosenInstalmentId) return 'ticked';
  return proposal ? 'proposed' : 'unmatched';
}
