import { cents } from '../../../../../shared/money.ts';
import { words } from '../../../../../shared/words.ts';
import { minutes } from '../../../../../shared/time.ts';

/**
 * The state of an imported statement. `open`: nothing has changed. `applied`: lines were confirmed and can be
 * undone until they are booked. `booking`: they are being booked; then it is open again for the rest.
 */
export const IMPORT_STATES = ['open', 'applied', 'booking'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/**
 * The state of a line: `booked` is the money of a payment, `returned` its refund, `decided` was put to an account or
 * dismissed; `used` was one of these with another statement, `failed` could not be booked.
 */
export const LINE_STATES = [
  'proposed',
  'ticked',
  'booked',
  'returned',
  'decided',
  'failed',
  'used',
  'unmatched',
] as const;
export type LineState = (typeof LINE_STATES)[number];

/** How long confirmed lines can be taken back: long enough to see a slip, short enough for who waits for a receipt. */
export const undoMs = minutes(10);

/** Beyond the usual 64 KiB: a year of a busy account. */
export const statementLimitBytes = 2 * 1024 * 1024;
/** Of the file, which grows when its quotes and line ends are written as JSON. */
export const maxFileBytes = 1.5 * 1024 * 1024;
/** Lines that one confirmation may tick. */
export const maxTicked = 1000;

/** What a statement may hold at most; the file itself is bounded by the call's body. */
export const mostRows = 20_000;
export const mostColumns = 50;
export const maxTextLength = 400;

export const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];
export const DATE_FORMATS = ['YMD', 'MDY', 'DMY'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];
export const DECIMALS = ['.', ','] as const;
export type Decimal = (typeof DECIMALS)[number];

/** Which column of a statement is what; columns count from 0. */
export interface Columns {
  delimiter: Delimiter;
  /** The first row names the columns. */
  hasHeader: boolean;
  date: number;
  dateFormat: DateFormat;
  /** Money in and out in one column, out with a minus or in brackets. */
  amount: number | null;
  /** Or money in and money out each in its own. */
  credit: number | null;
  debit: number | null;
  decimal: Decimal;
  /** The bank's texts, joined in this order. */
  text: readonly number[];
  currency: number | null;
  /** What the account held after each row. */
  balance: number | null;
}

/** Money in, or money out with an amount below zero. */
export interface ParsedLine {
  row: number;
  kind: 'credit' | 'debit';
  bookedOn: string;
  amountCents: bigint;
  text: string;
  balanceCents: bigint | undefined;
}

/** One row as it was understood, or why it could not be read. */
export type ParsedRow = ParsedLine | { row: number; kind: 'unreadable'; problem: string };

export const isLine = (parsed: ParsedRow): parsed is ParsedLine => parsed.kind !== 'unreadable';

/** What an account held before the first line of a statement, and after the last one. */
export interface StatementBalances {
  openingCents: bigint;
  closingCents: bigint;
}

/** By a column of balances, with the oldest row first or last; undefined where the rows do not add up. */
export function balancesIn(readings: readonly ParsedRow[]): StatementBalances | undefined {
  const lines = readings.filter(isLine);
  return [lines, lines.toReversed()].map(balancesOf).find((found) => found !== undefined);
}

function balancesOf(lines: readonly ParsedLine[]): StatementBalances | undefined {
  let held: bigint | undefined;
  for (const { balanceCents, amountCents } of lines) {
    if (balanceCents === undefined) return undefined;
    if (held !== undefined && held + amountCents !== balanceCents) return undefined;
    held = balanceCents;
  }
  const [first] = lines;
  if (first?.balanceCents === undefined || held === undefined) return undefined;
  return { openingCents: first.balanceCents - first.amountCents, closingCents: held };
}

/** A file's text: UTF-8 or UTF-16 by its mark, UTF-8 where it is valid, else Windows Latin-1. Undefined when it is no text. */
export function decodeStatement(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  // Pictures, PDF and spreadsheets hold zero bytes or other control characters; a statement does not.
  return CONTROL.test(text) ? undefined : text;
}

// oxlint-disable-next-line no-control-regex -- it is what tells a binary file
const CONTROL = /[\0-\x08\x0e-\x1f]/;

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  }
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** A day as banks write it ("11/20/2026", "20.11.26", "20261120", "20 Nov 2026", with a time or without) as YYYY-MM-DD. */
export function readDay(text: string, format: DateFormat): string | undefined {
  const [year = '', month = '', day = ''] = partsOf(text.trim(), format) ?? [];
  const iso = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  // 30 February rolls over into March.
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === iso ? iso : undefined;
}

/** Year, month and day, in this order. */
function partsOf(text: string, format: DateFormat): [string, string, string] | undefined {
  const named =
    /^(?:(\d{1,2})[\s.-]+)?([a-z]{3})[a-z]*\.?[\s-]+(?:(\d{1,2}),\s*)?(\d{4}|\d{2})\b/i.exec(text);
  if (named) {
    const [, before, name = '', after, year = ''] = named;
    const month = MONTHS.indexOf(name.toLowerCase()) + 1;
    return month > 0 ? [year, String(month), before ?? after ?? ''] : undefined;
  }
  const joined = /^(\d{4})(\d{2})(\d{2})\b/.exec(text);
  if (joined && format === 'YMD') return [joined[1] ?? '', joined[2] ?? '', joined[3] ?? ''];
  const [, a, b, c] = /^(\d{1,4})[./-](\d{1,2})[./-](\d{4}|\d{1,2})(?:$|[\sT,])/.exec(text) ?? [];
  if (!a || !b || !c) return undefined;
  if (format === 'YMD') return [a, b, c];
  return format === 'MDY' ? [c, a, b] : [c, b, a];
}

const amountOf = (thousands: string, decimal: string) =>
  new RegExp(
    `^(\\()?([+−–-]?)(\\d{1,3}(?:${thousands}\\d{3})+|\\d{1,12})(?:${decimal}(\\d{1,2}))?([+−–-]?)(\\))?$`,
  );
const AMOUNT = { '.': amountOf("[,'’]", '\\.'), ',': amountOf("[.'’]", ',') } as const;
const AROUND = /[\s\u00a0\u202f]|US\$|USD|\$/gi;

/**
 * An amount as banks write it, in cents: "1,000.00", "1.000,00 $", "(12.50)", "12.50-", "USD 1'000", with
 * groups of three. Undefined when it cannot be read with this decimal sign: refused, never rounded.
 */
export function readCents(text: string, decimal: Decimal): bigint | undefined {
  const [, opening, sign = '', whole, fraction = '0', after = '', closing] =
    AMOUNT[decimal].exec(text.replace(AROUND, '')) ?? [];
  if (!whole || Boolean(opening) !== Boolean(closing)) return undefined;
  const value = cents(`${whole.replace(/\D/g, '')}.${fraction}`);
  return opening || /[−–-]/.test(sign + after) ? -value : value;
}

const NO_DAY = words('The date could not be read.');
const FUTURE_DAY = words('This date is in the future. Check the date format.');
const NO_AMOUNT = words('The amount could not be read.');
const OTHER_CURRENCY = words('Not in US dollars.');
/** Nothing was sold before. */
export const oldestDay = '2020-01-01';
const mostCents = 100_000_000_000n;

/**
 * Parses the rows of a statement up to `lastDay`; empty rows, and those that move nothing, are left out. `row` counts
 * the file's rows from 1.
 */
export function readRows(
  rows: readonly (readonly string[])[],
  columns: Columns,
  lastDay: string,
): ParsedRow[] {
  return rows.flatMap((cells, index) => {
    const isHeader = columns.hasHeader && index === 0;
    return isHeader || cells.every((cell) => cell.trim() === '')
      ? []
      : (readRow(cells, index + 1, columns, lastDay) ?? []);
  });
}

type Cell = (at: number | null) => string;

/** Undefined of a row that moves nothing, such as a balance brought forward. */
function readRow(
  cells: readonly string[],
  row: number,
  columns: Columns,
  lastDay: string,
): ParsedRow | undefined {
  const { date, dateFormat, balance, decimal, currency } = columns;
  const cell: Cell = (at) => (at === null ? '' : (cells[at] ?? '').trim());
  const amountCents = readAmount(cell, columns);
  if (amountCents === undefined || absolute(amountCents) > mostCents)
    return { row, kind: 'unreadable', problem: NO_AMOUNT };
  if (amountCents === 0n) return undefined;
  if (currency !== null && !/^(USD|US\$|\$)?$/i.test(cell(currency)))
    return { row, kind: 'unreadable', problem: OTHER_CURRENCY };
  const bookedOn = readDay(cell(date), dateFormat);
  if (!bookedOn || bookedOn < oldestDay) return { row, kind: 'unreadable', problem: NO_DAY };
  if (bookedOn > lastDay) return { row, kind: 'unreadable', problem: FUTURE_DAY };
  const text = columns.text.map(cell).filter(Boolean).join(' · ').replace(/\s+/g, ' ');
  return {
    row,
    kind: amountCents > 0n ? 'credit' : 'debit',
    bookedOn,
    amountCents,
    text: text.slice(0, maxTextLength),
    balanceCents: readCents(cell(balance), decimal),
  };
}

const absolute = (value: bigint) => (value < 0n ? -value : value);

/** Money that left is below zero, also where its own column has no minus. */
function readAmount(cell: Cell, { amount, credit, debit, decimal }: Columns): bigint | undefined {
  if (amount !== null) return readCents(cell(amount), decimal);
  const [came, went] = [cell(credit), cell(debit)];
  if (came === '' && went === '') return undefined;
  const inCents = (text: string) => (text === '' ? 0n : readCents(text, decimal));
  const [cameCents, wentCents] = [inCents(came), inCents(went)];
  return cameCents === undefined || wentCents === undefined
    ? undefined
    : cameCents - absolute(wentCents);
}

/** What banks call their columns, in English and French. */
const NAMES = {
  date: /\b(posting|posted|booking|value|transaction|trans|date op)?.{0,3}\bdate\b|^date|^jour/i,
  amount: /\bamount\b|^montant|^betrag/i,
  credit: /credit|deposit|paid in|money in|^crédit/i,
  debit: /debit|withdrawal|paid out|money out|^débit/i,
  balance: /balance|^solde/i,
  text: /desc|memo|detail|reference|narrative|payee|name|note|particular|libell|communication|motif/i,
  currency: /currency|devise|^ccy/i,
};

/** The best guess of a file's columns: by their names, then by their content. */
export function guessColumns(rows: readonly (readonly string[])[], delimiter: Delimiter): Columns {
  const [first = []] = rows;
  const hasHeader = !first.some((cell) => looksLikeDay(cell) || looksLikeAmount(cell));
  const body = rows.slice(hasHeader ? 1 : 0, 51);
  const width = Math.max(0, ...rows.slice(0, 51).map((cells) => cells.length));
  const all = Array.from({ length: width }, (_, at) => at);
  const named = (name: RegExp) =>
    hasHeader ? all.find((at) => name.test(first[at] ?? '')) : undefined;
  const holding = (test: (cell: string) => boolean, but: readonly number[] = []) =>
    all.find(
      (at) =>
        !but.includes(at) &&
        mostly(
          body.map((cells) => cells[at] ?? ''),
          test,
        ),
    );

  const date = named(NAMES.date) ?? holding(looksLikeDay) ?? 0;
  const credit = named(NAMES.credit);
  const balance = named(NAMES.balance) ?? null;
  const amount =
    named(NAMES.amount) ??
    (credit === undefined ? holding(looksLikeAmount, [date, balance ?? date]) : undefined);
  const money = amount ?? credit ?? Math.min(1, Math.max(0, width - 1));
  const currency = named(NAMES.currency) ?? null;
  const texts = all.filter(
    (at) => hasHeader && at !== date && at !== money && NAMES.text.test(first[at] ?? ''),
  );
  const wordy = all.filter(
    (at) => at !== date && at !== money && body.some((cells) => /\p{L}{3}/u.test(cells[at] ?? '')),
  );
  return {
    delimiter,
    hasHeader,
    date,
    dateFormat: guessDateFormat(body.map((cells) => cells[date] ?? '')),
    amount: amount ?? (credit === undefined ? money : null),
    credit: amount === undefined && credit !== undefined ? credit : null,
    debit: amount === undefined && credit !== undefined ? (named(NAMES.debit) ?? null) : null,
    decimal: guessDecimal(body.map((cells) => cells[money] ?? '')),
    text: (texts.length > 0 ? texts : wordy.length > 0 ? wordy : [money]).slice(0, 10),
    currency,
    balance,
  };
}

const mostly = (cells: readonly string[], test: (cell: string) => boolean) =>
  cells.length > 0 && cells.filter(test).length * 2 > cells.length;
const looksLikeDay = (cell: string) => DATE_FORMATS.some((format) => readDay(cell, format));
const looksLikeAmount = (cell: string) =>
  DECIMALS.some((sign) => readCents(cell, sign) !== undefined);

/**
 * The format that reads most of the days. Of those, the day first where dots are between, as American banks use none;
 * else the one whose days are closest together, as a statement covers weeks; else the month first.
 */
export function guessDateFormat(days: readonly string[]): DateFormat {
  const read = (format: DateFormat) => days.flatMap((day) => readDay(day, format) ?? []);
  const most = Math.max(...DATE_FORMATS.map((format) => read(format).length));
  const fitting = DATE_FORMATS.filter((format) => read(format).length === most);
  if (fitting.includes('DMY') && mostly(days, (day) => day.includes('.'))) return 'DMY';
  const spanOf = (format: DateFormat) => {
    const times = read(format).map((day) => Date.parse(day));
    return Math.max(...times) - Math.min(...times);
  };
  return fitting.reduce((best, format) => (spanOf(format) < spanOf(best) ? format : best));
}

/** Whether each of the days that can be read has its month first or its day first, and they are not the same days. */
export function isDayOrderOpen(cells: readonly string[]): boolean {
  const days = cells.filter((cell) => readDay(cell, 'MDY') ?? readDay(cell, 'DMY'));
  const read = (format: DateFormat) => days.map((day) => readDay(day, format) ?? '');
  const [monthFirst, dayFirst] = [read('MDY'), read('DMY')];
  const isOpen =
    [...monthFirst, ...dayFirst].every(Boolean) && !days.some((day) => day.includes('.'));
  return isOpen && monthFirst.join() !== dayFirst.join();
}

/** The sign that reads most of the amounts; a comma only where it reads more. */
export function guessDecimal(amounts: readonly string[]): Decimal {
  const read = (sign: Decimal) =>
    amounts.filter((text) => readCents(text, sign) !== undefined).length;
  return read(',') > read('.') ? ',' : '.';
}

/** The sign that is in most of the first lines, outside quotes, equally often. */
export function guessDelimiter(content: string): Delimiter {
  const lines = content.slice(0, 20_000).split(/\r?\n/, 30).filter(Boolean);
  const count = (sign: string, line: string) => line.replace(/"[^"]*"/g, '').split(sign).length - 1;
  const score = (sign: Delimiter) => lines.filter((line) => count(sign, line) > 0).length;
  const even = (sign: Delimiter) => new Set(lines.map((line) => count(sign, line))).size;
  return [...DELIMITERS].sort((a, b) => score(b) - score(a) || even(a) - even(b))[0] ?? ',';
}
