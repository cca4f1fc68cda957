import { csvLine } from '../../../../server/lists/csv.ts';
import type { Database } from '../../../../server/database/database.ts';
import { decimal } from '../../../../shared/money.ts';
import { RAILS } from '../../core/payment.rules.ts';
import { receiptName } from '../../core/payment-labels.rules.ts';
import type { Reconciliation } from './reconciliation.contract.ts';
import {
  listYears,
  type MonthSum,
  type Movement,
  readMovements,
  type Span,
  sumDueInstalments,
  sumReceived,
  sumRefunded,
} from './reconciliation.store.ts';

interface Line {
  month: string;
  rail: MonthSum['rail'];
  currency: string;
  isTest: boolean;
  dueCents: bigint;
  receivedCents: bigint;
  refundedCents: bigint;
}

/** Due, received and refunded for each month, rail and currency, with test money separate. */
export async function sumByMonth(db: Database, span: Span): Promise<Line[]> {
  const lines = new Map<string, Line>();
  const add = (sums: MonthSum[], which: 'dueCents' | 'receivedCents' | 'refundedCents') => {
    for (const { month, rail, currency, isTest, cents } of sums) {
      const key = `${month} ${rail} ${currency} ${isTest}`;
      const none = { dueCents: 0n, receivedCents: 0n, refundedCents: 0n };
      const line = lines.get(key) ?? { month, rail, currency, isTest, ...none };
      line[which] += cents;
      lines.set(key, line);
    }
  };
  add(await sumDueInstalments(db, span), 'dueCents');
  add(await sumReceived(db, span), 'receivedCents');
  add(await sumRefunded(db, span), 'refundedCents');
  const placeOf = ({ rail, isTest }: Line) => RAILS.indexOf(rail) + (isTest ? RAILS.length : 0);
  return [...lines.values()].sort(
    (a, b) => b.month.localeCompare(a.month) || placeOf(a) - placeOf(b),
  );
}

/** The report of one year; of the year that runs, without the months that are still to come. */
export async function reportYear(
  db: Database,
  year: number,
  today: string,
): Promise<Reconciliation> {
  const lines = await sumByMonth(db, { from: `${year}-01-01`, until: `${year + 1}-01-01` });
  const shown = lines.filter(({ month }) => month <= today.slice(0, 7));
  const groups = Map.groupBy(shown, ({ currency, isTest }) => `${isTest} ${currency}`);
  const thisYear = Number(today.slice(0, 4));
  const years = (await listYears(db)).filter((one) => one <= thisYear);
  return {
    year,
    years: years.includes(year) ? years : [year, ...years].sort((a, b) => b - a),
    rows: shown.map((line) => ({
      month: line.month,
      method: line.rail,
      currency: line.currency,
      isTest: line.isTest,
      ...inDollars(line),
    })),
    totals: [...groups].sort(byKey).map(([, own]) => {
      const sum = (which: 'dueCents' | 'receivedCents' | 'refundedCents') =>
        own.reduce((total, line) => total + line[which], 0n);
      return {
        currency: own[0]?.currency ?? '',
        isTest: own[0]?.isTest ?? false,
        ...inDollars({
          dueCents: sum('dueCents'),
          receivedCents: sum('receivedCents'),
          refundedCents: sum('refundedCents'),
        }),
      };
    }),
  };
}

const byKey = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);

const inDollars = ({
  dueCents,
  receivedCents,
  refundedCents,
}: Pick<Line, 'dueCents' | 'receivedCents' | 'refundedCents'>) => ({
  due: decimal(dueCents),
  received: decimal(receivedCents),
  refunded: decimal(refundedCents),
  difference: decimal(receivedCents - refundedCents - dueCents),
});

const rowsPerRead = 1000;

const COLUMNS = [
  'event',
  'recordedAt',
  'day',
  'movement',
  'reference',
  'name',
  'instalment',
  'method',
  'received',
  'refunded',
  'currency',
  'test',
  'receipt',
  'railReference',
  'number',
  'statementLine',
  'flag',
  'actor',
  'reason',
] as const;

/**
 * The lines of the ledger's CSV file, oldest first. Received and refunded have their own columns: a spreadsheet
 * reads a leading minus as a formula, and a leading quote as text (csv.ts).
 */
export async function* ledgerLines(db: Database): AsyncGenerator<string> {
  let rows = await readMovements(db, { after: '0', limit: rowsPerRead });
  yield csvLine(COLUMNS);
  for (;;) {
    yield rows.map(lineOf).join('');
    const last = rows.at(-1);
    if (!last || rows.length < rowsPerRead) return;
    rows = await readMovements(db, { after: last.event, limit: rowsPerRead });
  }
}

function lineOf(row: Movement): string {
  const shown: Record<string, unknown> = {
    ...row,
    [row.movement === 'received' ? 'received' : 'refunded']: decimal(BigInt(row.cents)),
    receipt: row.receipt === null ? null : receiptName(row.receipt),
  };
  return csvLine(COLUMNS.map((column) => shown[column]));
}
