import { createHash, randomUUID } from 'node:crypto';
import { addAudit } from '../../../../../server/audit.store.ts';
import type { AppContext, RequestContext } from '../../../../../server/context.ts';
import type { Database } from '../../../../../server/database/database.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { cents, decimal, dollars } from '../../../../../shared/money.ts';
import { days } from '../../../../../shared/time.ts';
import { words } from '../../../../../shared/words.ts';
import { postOtherMoney } from '../../../core/journal/journal.service.ts';
import { dayOf } from '../../../core/payment.rules.ts';
import type { TransferRail } from '../transfer.rules.ts';
import { lookupKeysIn } from './match.rules.ts';
import {
  balancesIn,
  type Columns,
  type Delimiter,
  guessColumns,
  guessDelimiter,
  isDayOrderOpen,
  isLine,
  mostColumns,
  mostRows,
  type ParsedRow,
  readRows,
} from './statement.rules.ts';
import { findOpening, sumOpening } from './statement-balance.store.ts';
import { addImport, findLastColumns, type StatementLine } from './statement.store.ts';
import { CsvError, parse } from 'csv-parse/sync';

const UNREADABLE = words(
  'This file could not be read as a table. Export the statement as CSV and try again.',
);

/** The cells of a CSV file, row by row. Throws 400 for what is no table, or one that is too large. */
function readTable(content: string, delimiter: Delimiter): string[][] {
  const rows = cellsOf(content, delimiter);
  if (rows.length > mostRows)
    throw new Fault(400, words('This file has more than 20,000 rows. Export a shorter period.'));
  if (rows.some((cells) => cells.length > mostColumns))
    throw new Fault(
      400,
      words('This file has more than 50 columns. Export it with fewer columns.'),
    );
  return rows;
}

function cellsOf(content: string, delimiter: Delimiter): string[][] {
  try {
    return parse(content, {
      delimiter,
      bom: true,
      // Banks put lines of words above the table and quotes within words.
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      max_record_size: 20_000,
      to: mostRows + 1,
    });
  } catch (error) {
    if (error instanceof CsvError) throw new Fault(400, UNREADABLE);
    throw error;
  }
}

interface File {
  rail: TransferRail;
  content: string;
}

const shownRows = 10;
const maxCellLength = 80;

/** Where the bank is, it may be a day later. */
const tomorrow = (now: Date) => dayOf(new Date(now.getTime() + days(1)));

/** How a file reads with these columns, with those of the last statement, or as it looks. */
export async function previewStatement(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  file: File,
  chosen: Columns | undefined,
) {
  const last = chosen ? undefined : await columnsOfLast(db, file);
  const columns = chosen ?? last ?? guessed(file.content);
  const table = readTable(file.content, columns.delimiter);
  requireColumns(columns, table);
  const readings = readRows(table, columns, tomorrow(clock.now()));
  const unreadable = readings.filter((one) => !isLine(one));
  const debits = readings.filter(({ kind }) => kind === 'debit').length;
  const balances = balancesIn(readings);
  return {
    columns: { ...columns, text: [...columns.text] },
    isRemembered: last !== undefined,
    isDayOrderOpen: isDayOrderOpen(table.map((cells) => cells[columns.date] ?? '')),
    header: headerOf(table),
    rows: readings.slice(0, shownRows).map(viewOfReading),
    unreadable: unreadable.slice(0, shownRows).map(viewOfReading),
    counts: {
      credits: readings.length - unreadable.length - debits,
      debits,
      unreadable: unreadable.length,
    },
    balances: balances
      ? { opening: decimal(balances.openingCents), closing: decimal(balances.closingCents) }
      : null,
  };
}

type ImportContext = Pick<
  RequestContext<never>,
  'db' | 'clock' | 'settings' | 'translate' | 'language'
> & { user: { id: string } };

/** The balances of a statement as its administrator has entered or read them, decimal strings. */
type Balances = { opening: string; closing: string } | undefined;

/**
 * Stores the lines of a file as a new import; returns its id. Throws 400 when there are none, or when they are not what
 * the balances differ by.
 */
export async function importStatement(
  context: ImportContext,
  file: File & { fileName: string; balances?: Balances },
  columns: Columns,
): Promise<{ id: string; lines: number }> {
  const { db, clock, user } = context;
  const table = readTable(file.content, columns.delimiter);
  requireColumns(columns, table);
  const [id, at] = [randomUUID(), clock.now()];
  const readings = readRows(table, columns, tomorrow(at));
  const lines = linesOf(readings, id);
  if (lines.length === 0)
    throw new Fault(400, words('No money was found in this file. Check the columns you chose.'));
  const balances = balancesOf(context, file.balances, lines);
  await addImport(
    db,
    {
      ...NOT_APPLIED,
      id,
      rail: file.rail,
      fileName: file.fileName,
      columns: { ...columns, header: headerOf(table) },
      left: { debits: 0, unreadable: readings.length - lines.length },
      openingCents: balances?.openingCents ?? null,
      closingCents: balances?.closingCents ?? null,
      addedBy: user.id,
      addedAt: at,
    },
    lines,
  );
  await postOpening(context, file.rail);
  await addAudit(db, {
    at,
    actorId: user.id,
    action: 'statement.imported',
    subject: id,
    before: null,
    after: { rail: file.rail, lines: lines.length },
  });
  return { id, lines: lines.length };
}

/** What the bank says; throws 400 where a line is missing, or was read wrongly. */
function balancesOf(
  { translate, language }: ImportContext,
  given: Balances,
  lines: readonly StatementLine[],
) {
  if (!given) return undefined;
  const [openingCents, closingCents] = [cents(given.opening), cents(given.closing)];
  const moved = lines.reduce((sum, { amountCents }) => sum + amountCents, 0n);
  if (openingCents + moved === closingCents) return { openingCents, closingCents };
  const message = translate(
    words(
      'The lines add up to {sum}, and the balances differ by {difference}. Check the columns, the balances and the rows that cannot be read.',
    ),
    language,
    { sum: dollars(moved), difference: dollars(closingCents - openingCents) },
  );
  throw new Fault(400, message, { fields: { 'balances.closing': message } });
}

/** Writes what the account held before its first statement with balances, or how that has changed. */
export async function postOpening(
  { db, clock, settings }: Pick<ImportContext, 'db' | 'clock' | 'settings'>,
  rail: TransferRail,
): Promise<void> {
  const at = clock.now();
  const found = await findOpening(db, rail);
  const wanted = found ? found.opening - found.ours : 0n;
  await postOtherMoney(db, [
    {
      at,
      day: found?.day ?? dayOf(at),
      kind: 'opening',
      source: `opening:${rail}:${randomUUID()}`,
      held: rail,
      other: 'opening',
      cents: wanted - (await sumOpening(db, rail)),
      isTest: settings.sandbox,
    },
  ]);
}

const NOT_APPLIED = {
  state: 'open',
  appliedBy: null,
  locale: null,
  bookAt: null,
  bookedAt: null,
} as const;

function guessed(content: string): Columns {
  const delimiter = guessDelimiter(content);
  return guessColumns(readTable(content, delimiter), delimiter);
}

/** The choice made for the rail's last statement, where this file has the same columns. */
async function columnsOfLast(db: Database, { rail, content }: File): Promise<Columns | undefined> {
  const last = await findLastColumns(db, rail);
  if (!last?.hasHeader) return undefined;
  // The oldest were kept without these two.
  const { header, ...columns } = {
    ...last,
    debit: last.debit ?? null,
    balance: last.balance ?? null,
  };
  const now = headerOf(readTable(content, columns.delimiter));
  return now.join('\n') === header.join('\n') ? columns : undefined;
}

const headerOf = ([first = []]: string[][]) =>
  first.map((cell) => cell.trim().slice(0, maxCellLength));

function requireColumns(columns: Columns, table: string[][]): void {
  const width = table.reduce((widest, cells) => Math.max(widest, cells.length), 0);
  const { date, amount, credit, debit, currency, balance, text } = columns;
  for (const [name, at] of Object.entries({
    date,
    amount,
    credit,
    debit,
    currency,
    balance,
    text: Math.max(...text),
  }))
    if (at !== null && at >= width) {
      const message = words('Choose a column that is in the file.');
      throw new Fault(400, message, { fields: { [`columns.${name}`]: message } });
    }
}

const viewOfReading = (reading: ParsedRow) => ({
  row: reading.row,
  kind: reading.kind,
  bookedOn: isLine(reading) ? reading.bookedOn : null,
  amount: isLine(reading) ? decimal(reading.amountCents) : null,
  text: isLine(reading) ? reading.text : null,
  problem: isLine(reading) ? null : reading.problem,
});

/**
 * The amounts, each with a digest that identifies the same line in another import, also of another
 * rail: Zelle payments are on the bank's statement too.
 */
function linesOf(readings: ParsedRow[], importId: string): StatementLine[] {
  const times = new Map<string, number>();
  return readings.flatMap((reading) => {
    if (!isLine(reading)) return [];
    const { row, bookedOn, amountCents, text } = reading;
    const same = JSON.stringify([bookedOn, String(amountCents), text.toUpperCase()]);
    // Two equal transfers of one day are two lines: the second of a file is the second of the next.
    const time = (times.get(same) ?? 0) + 1;
    times.set(same, time);
    const digest = createHash('sha256').update(`${same} ${time}`).digest('hex');
    const nothing = {
      chosenInstalmentId: null,
      chosenPaymentId: null,
      keepsSurplus: false,
      failure: null,
      paymentId: null,
      refundEventId: null,
      decision: null,
      reason: null,
    };
    const keys = lookupKeysIn(text);
    return [
      { ...nothing, id: randomUUID(), importId, row, bookedOn, amountCents, text, digest, keys },
    ];
  });
}
