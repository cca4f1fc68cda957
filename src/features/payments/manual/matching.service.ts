import { createHash } from 'node:crypto';
import type { Database } from '../../../server/database.ts';
import { Fault } from '../../../shared/fault.ts';
import { decimal } from '../../../shared/money.ts';
import { words } from '../../../shared/words.ts';
import { listPaymentsByIds } from '../payment.store.ts';
import { listDues } from './due.store.ts';
import type { LineState } from './import.rules.ts';
import { gatherKnowledge, payableDues } from './knowledge.service.ts';
import { type PayableDue, type Proposal, proposalsFor } from './match.rules.ts';
import { findImport, type StatementImport, type StatementLine } from './statement.store.ts';
import { listKnownDigests } from './statement-search.store.ts';
import { listLines } from './statement-line.store.ts';

type KnownDigest = Awaited<ReturnType<typeof listKnownDigests>>[number];

/** A line of a statement with all that speaks for what it pays. */
export interface MatchedLine {
  line: StatementLine;
  proposal: Proposal | undefined;
  /** Where the same line came in before. */
  known: KnownDigest | undefined;
  /** The same line has proved a payment with another statement. */
  isUsed: boolean;
}

export async function demandImport(db: Database, id: string): Promise<StatementImport> {
  const found = await findImport(db, id);
  if (!found) throw new Fault(404, words('This statement does not exist any more.'));
  return found;
}

/** The lines of a statement with what they are held to pay today, and a name of this state. */
export async function matchStatement(
  db: Database,
  { id, rail, state }: StatementImport,
): Promise<{ lines: MatchedLine[]; version: string }> {
  const lines = await listLines(db, id);
  const digests = lines.map(({ digest }) => digest);
  const known = Map.groupBy(await listKnownDigests(db, id, digests), ({ digest }) => digest);
  const free = lines.filter(
    (line) => !line.paymentId && !known.get(line.digest)?.some(({ paymentId }) => paymentId),
  );
  // While confirmed lines wait nothing is proposed: pages that look until they are booked cost little.
  const proposals =
    state === 'open' ? proposalsFor(free, await gatherKnowledge(db, rail, free)) : [];
  const byLine = new Map(free.map((line, at) => [line.id, proposals[at]]));
  const matched = lines.map((line): MatchedLine => {
    const before = known.get(line.digest);
    return {
      line,
      proposal: byLine.get(line.id),
      known: before?.[0],
      isUsed: before?.some(({ paymentId }) => paymentId) ?? false,
    };
  });
  return { lines: matched, version: versionOf(matched) };
}

/** Changes whenever what a line is held to pay does. */
function versionOf(lines: readonly MatchedLine[]): string {
  const seen = lines.flatMap(({ line, proposal }) =>
    proposal
      ? [
          [
            line.id,
            proposal.due.instalmentId,
            proposal.due.paymentId,
            String(proposal.due.restCents),
          ],
        ]
      : [],
  );
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64url');
}

/** Lines that are about a payment, and the first of those that fit nothing: enough to look for one by eye. */
const mostRows = 1000;
const mostUnmatched = 200;

/** A statement as an administrator looks at it. */
export async function showStatement(db: Database, found: StatementImport) {
  const { lines, version } = await matchStatement(db, found);
  const tied = await dueOfTied(db, found, lines);
  const rows = lines.map((matched) => showLine(matched, tied));
  const matched = rows.filter(({ state }) => state !== 'unmatched');
  const unmatched = rows.filter(({ state }) => state === 'unmatched');
  const shown = [...matched.slice(0, mostRows), ...unmatched.slice(0, mostUnmatched)];
  return {
    version,
    rows: shown.sort((a, b) => a.row - b.row),
    moreUnmatched: Math.max(0, unmatched.length - mostUnmatched),
    counts: {
      lines: lines.length,
      ticked: lines.filter(({ line }) => line.chosenInstalmentId).length,
      booked: lines.filter(({ line }) => line.paymentId).length,
      failed: lines.filter(({ line }) => line.failure).length,
    },
  };
}

/** What booked and ticked lines are about, by instalment and by payment. */
async function dueOfTied(
  db: Database,
  { rail }: StatementImport,
  lines: readonly MatchedLine[],
): Promise<ReadonlyMap<string, PayableDue>> {
  const payments = await listPaymentsByIds(
    db,
    lines.flatMap(({ line }) => line.paymentId ?? []),
  );
  const instalments = lines.flatMap(({ line }) => line.chosenInstalmentId ?? []);
  const applications = new Set(payments.map(({ application }) => application.id));
  const dues = await payableDues(db, rail, [
    ...(await listDues(db, { applicationIds: [...applications] })),
    ...(await listDues(db, { instalmentIds: instalments })),
  ]);
  const byInstalment = new Map(dues.map((due) => [due.instalmentId, due]));
  for (const { payment } of payments) {
    const due = byInstalment.get(payment.instalmentId);
    if (due) byInstalment.set(payment.id, due);
  }
  return byInstalment;
}

function showLine(
  { line, proposal, known, isUsed }: MatchedLine,
  tied: ReadonlyMap<string, PayableDue>,
) {
  const due = tied.get(line.paymentId ?? line.chosenInstalmentId ?? '');
  const match = due ? { due, difference: 'equal' as const, reasons: [], isSure: true } : proposal;
  return {
    id: line.id,
    row: line.row,
    bookedOn: line.bookedOn,
    amount: decimal(line.amountCents),
    text: line.text,
    state: stateOf({ line, proposal, isUsed }),
    failure: line.failure,
    known: known ? { fileName: known.fileName, addedAt: known.addedAt } : null,
    match: match
      ? {
          applicationId: match.due.applicationId,
          reference: match.due.reference,
          name: match.due.name,
          instalment: match.due.number,
          of: match.due.of,
          due: decimal(match.due.restCents < 0n ? 0n : match.due.restCents),
          difference: match.difference,
          reasons: match.reasons,
          isSure: match.isSure && line.failure === null,
        }
      : null,
  };
}

function stateOf({ line, proposal, isUsed }: Omit<MatchedLine, 'known'>): LineState {
  if (line.paymentId) return 'booked';
  if (isUsed) return 'used';
  if (line.failure) return 'failed';
  if (line.chosenInstalmentId) return 'ticked';
  return proposal ? 'proposed' : 'unmatched';
}
