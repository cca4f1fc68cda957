import { balanceAt } from './account.ts';
import { type Bank, DAY_MS, instant, MERCHANT, PAYER } from './bank.ts';
import { link } from './link.ts';
import { money } from './money.ts';
import { type Detail, invalid, Problem } from './problem.ts';
import type { Movement } from './record.ts';

// Transaction Search v1: https://developer.paypal.com/docs/api/transaction-search/v1/

const LONGEST_MS = 31 * DAY_MS;
const HISTORY_MS = 3 * 365 * DAY_MS;
/** The most lines of one question, whatever the pages: https://developer.paypal.com/docs/transaction-search/ */
const MOST_ITEMS = 10_000;
const LATE_MS = 3 * 60 * 60 * 1000;
const REQUIRED = ['start_date', 'end_date'];
const FIELDS = [
  'transaction_info',
  'payer_info',
  'shipping_info',
  'auction_info',
  'cart_info',
].concat(['incentive_info', 'store_info', 'all']);
const FILTERS = ['transaction_id', 'transaction_type', 'transaction_status'].concat([
  'transaction_amount',
  'transaction_currency',
]);
const KNOWN = [...REQUIRED, ...FILTERS, 'fields', 'page', 'page_size'].concat([
  'balance_affecting_records_only',
  'payment_instrument_type',
  'store_id',
  'terminal_id',
]);

/** One page of the report on the account. Throws 400 and 403. */
export function reportTransactions(bank: Bank, { searchParams }: URL): object {
  requireFeature(bank);
  const asked = (name: string) => searchParams.get(name) ?? undefined;
  for (const name of searchParams.keys())
    if (!KNOWN.includes(name)) throw refused(name, 'Not a known parameter.');
  const { from, to, refreshed } = spanOf(bank, asked);
  const size = wholeOf(asked, 'page_size', 100, 500);
  const page = wholeOf(asked, 'page', 1, 2 ** 31 - 1);
  const fields = (asked('fields') ?? 'transaction_info').split(',');
  if (fields.some((field) => !FIELDS.includes(field)))
    throw refused('fields', 'The value of a field is invalid.');
  const isFiltered = FILTERS.some((name) => asked(name) !== undefined);
  const lines = bank.ledger
    .list('movement')
    .filter(({ at, updatedAt }) => isWithin(at, from, to) && Date.parse(updatedAt) <= refreshed)
    .filter(filterOf(asked))
    .toReversed();
  const isTooLarge = to - from > DAY_MS && bank.faults.strike('report', 'report-too-large');
  if (lines.length > MOST_ITEMS || isTooLarge) throw tooLarge(lines.length);
  const shown = lines.slice((page - 1) * size, page * size);
  const pages = Math.ceil(lines.length / size);
  const at = (number: number) => {
    const query = new URLSearchParams(searchParams);
    query.set('page', String(number));
    return `${bank.url}/v1/reporting/transactions?${query}`;
  };
  const balanceAfter = endingBalances(bank);
  const has = (field: string) => fields.includes(field) || fields.includes('all');
  return {
    transaction_details: shown.map((line) => ({
      ...(has('transaction_info') && {
        transaction_info: infoOf(line, isFiltered ? undefined : balanceAfter),
      }),
      ...(has('payer_info') && { payer_info: payerOf(line) }),
    })),
    account_number: MERCHANT.merchant_id,
    start_date: zoned(instant(new Date(from))),
    end_date: zoned(instant(new Date(Math.min(to, refreshed)))),
    last_refreshed_datetime: zoned(instant(new Date(refreshed))),
    page,
    total_items: lines.length,
    total_pages: pages,
    links: [
      link(at(page), 'self'),
      ...(page < pages ? [link(at(page + 1), 'next'), link(at(pages), 'last')] : []),
    ],
  };
}

/** The balances of the account. Throws 400 and 403. */
export function reportBalances(bank: Bank, { searchParams }: URL): object {
  requireFeature(bank);
  const asked = searchParams.get('as_of_time');
  const now = Date.parse(bank.now());
  const time = asked ? timeOf('as_of_time', asked) : now;
  if (time < now - HISTORY_MS) throw refused('as_of_time', UNAVAILABLE);
  const at = instant(new Date(Math.min(time, refreshedAt(bank))));
  const wanted = searchParams.get('currency_code');
  const known = new Set(['USD', ...bank.ledger.list('movement').map(({ currency }) => currency)]);
  return {
    balances: [...known]
      .filter((currency) => !wanted || wanted === 'ALL' || wanted === currency)
      .map((currency) => {
        const { total, withheld } = balanceAt(bank, currency, at);
        return {
          currency,
          primary: currency === 'USD',
          total_balance: money(total, currency),
          available_balance: money(total - withheld, currency),
          withheld_balance: money(withheld, currency),
        };
      }),
    account_id: MERCHANT.merchant_id,
    as_of_time: at,
    last_refresh_time: instant(new Date(refreshedAt(bank))),
  };
}

/** The app needs "Transaction Search": https://developer.paypal.com/docs/transaction-search/ */
function requireFeature({ faults }: Bank): void {
  if (!faults.strike('report', 'report-off')) return;
  throw new Problem('NOT_AUTHORIZED', [
    {
      issue: 'PERMISSION_DENIED',
      description: 'You do not have permission to access or perform operations on this resource.',
    },
  ]);
}

/** "It takes a maximum of three hours for executed transactions to appear", #search_get. */
function refreshedAt(bank: Bank): number {
  const late = bank.faults.strike('report', 'report-late');
  return Date.parse(bank.now()) - (late ? (late.delayMs ?? LATE_MS) : 0);
}

const UNAVAILABLE = 'Data for the given start date is not available.';

function spanOf(bank: Bank, asked: (name: string) => string | undefined) {
  const [from = 0, to = 0] = REQUIRED.map((name) => {
    const text = asked(name);
    if (!text)
      throw refused(name, 'A required field / parameter is missing.', 'MISSING_REQUIRED_PARAMETER');
    return timeOf(name, text);
  });
  const now = Date.parse(bank.now());
  const refreshed = refreshedAt(bank);
  if (to < from) throw refused('end_date', 'The end date is before the start date.');
  if (to - from > LONGEST_MS) throw refused('end_date', 'Date range is greater than 31 days');
  if (from < now - HISTORY_MS || from > refreshed) throw refused('start_date', UNAVAILABLE);
  return { from, to, refreshed };
}

function timeOf(field: string, text: string): number {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/i.test(text))
    throw refused(
      field,
      'The value of a field does not conform to the expected format.',
      'INVALID_PARAMETER_SYNTAX',
    );
  return Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
}

function wholeOf(
  asked: (name: string) => string | undefined,
  name: string,
  usual: number,
  most: number,
): number {
  const value = Number(asked(name) ?? usual);
  if (!(Number.isInteger(value) && value >= 1 && value <= most))
    throw refused(name, `Must be from 1 to ${most}.`);
  return value;
}

const isWithin = (at: string, from: number, to: number) =>
  Date.parse(at) >= from && Date.parse(at) <= to;

/** Without a word of the caller only what changed the balance is shown. */
function filterOf(asked: (name: string) => string | undefined) {
  const isAll = asked('balance_affecting_records_only') === 'N';
  const [least, most] = (asked('transaction_amount') ?? '').split(' TO ').map(Number);
  return (line: Movement): boolean =>
    (isAll || line.postedAt !== undefined) &&
    line.id === (asked('transaction_id') ?? line.id) &&
    line.code === (asked('transaction_type') ?? line.code) &&
    line.status === (asked('transaction_status') ?? line.status) &&
    line.currency === (asked('transaction_currency') ?? line.currency) &&
    (least === undefined ||
      most === undefined ||
      (Math.abs(line.units) >= least && Math.abs(line.units) <= most));
}

/** What was at disposal behind each line, by its id. */
function endingBalances(bank: Bank): Map<string, number> {
  const posted = bank.ledger
    .list('movement')
    .toReversed()
    .flatMap(({ postedAt, ...line }) => (postedAt ? [{ ...line, postedAt }] : []))
    .sort((a, b) => (a.postedAt < b.postedAt ? -1 : a.postedAt > b.postedAt ? 1 : 0));
  const sums: Record<string, number> = {};
  return new Map(
    posted.map(({ id, currency, units, feeUnits }) => {
      const sum = (sums[currency] ?? 0) + units + feeUnits;
      sums[currency] = sum;
      return [id, sum];
    }),
  );
}

function infoOf(line: Movement, balanceAfter: Map<string, number> | undefined): object {
  const inMoney = (units: number) => money(units, line.currency);
  const balance = balanceAfter?.get(line.id);
  return {
    paypal_account_id: PAYER.payer_id,
    transaction_id: line.id,
    ...(line.referenceId && {
      paypal_reference_id: line.referenceId,
      paypal_reference_id_type: 'TXN',
    }),
    transaction_event_code: line.code,
    transaction_initiation_date: zoned(line.at),
    transaction_updated_date: zoned(line.updatedAt),
    transaction_amount: inMoney(line.units),
    ...(line.feeUnits !== 0 && { fee_amount: inMoney(line.feeUnits) }),
    transaction_status: line.status,
    ...(balance !== undefined && {
      ending_balance: inMoney(balance),
      available_balance: inMoney(balance),
    }),
    ...(line.invoiceId && { invoice_id: line.invoiceId }),
    ...(line.customId && { custom_field: line.customId }),
    protection_eligibility: '02',
  };
}

const payerOf = ({ code }: Movement) =>
  code.startsWith('T00') || code.startsWith('T11')
    ? { account_id: PAYER.payer_id, email_address: PAYER.email_address, payer_status: 'Y' }
    : {};

/** This API writes its times with a zone without a colon. */
const zoned = (at: string) => at.replace('Z', '+0000');

const refused = (field: string, description: string, issue = 'INVALID_PARAMETER_VALUE') =>
  invalid([{ issue, description, field, location: 'query' } satisfies Detail]);

/** Its name is its own: https://developer.paypal.com/docs/api/transaction-search/v1/#errors */
const tooLarge = (items: number) =>
  new Problem('RESULTSET_TOO_LARGE', [], { total_items: items, maximum_items: MOST_ITEMS });
