import * as z from 'zod/mini';
import { cents, isAmount } from '../../../../../shared/money.ts';
import { days, seconds } from '../../../../../shared/time.ts';

// The account as PayPal keeps it, Transaction Search v1: https://developer.paypal.com/docs/api/transaction-search/v1/

/** A line of the account. */
export interface AccountLine {
  id: string;
  /** https://developer.paypal.com/docs/transaction-search/transaction-event-codes; new ones may come. */
  eventCode: string;
  /** `D` denied, `P` pending, `S` successful, `V` reversed in full. */
  status: string;
  /** Negative when money left. */
  amountCents: bigint;
  /** Negative when PayPal took it. */
  feeCents: bigint;
  currency: string;
  at: Date;
  updatedAt: Date;
  /** The payment that a refund, a reversal or a fee is about. */
  referenceId: string | undefined;
  invoiceId: string | undefined;
  customField: string | undefined;
  /** The line as PayPal gave it. */
  whole: Record<string, unknown>;
}

export interface AccountReport {
  lines: AccountLine[];
  /** What happened later may be missing: PayPal is up to three hours late. */
  completeUntil: Date;
}

export interface AccountBalance {
  currency: string;
  totalCents: bigint;
  availableCents: bigint;
  withheldCents: bigint;
}

export interface Span {
  from: Date;
  to: Date;
}

const longestMs = days(31);
/** PayPal takes both ends, to the second. */
const stepMs = seconds(1);

/** A span in parts that PayPal takes, none of which share a second. */
export function spansOf({ from, to }: Span, partMs = longestMs): Span[] {
  const spans: Span[] = [];
  for (let start = from.getTime(); start <= to.getTime(); start += partMs) {
    const end = Math.min(start + partMs - stepMs, to.getTime());
    spans.push({ from: new Date(start), to: new Date(end) });
  }
  return spans;
}

/** The two halves of a span with too many lines; none when it cannot be halved. */
export function halvesOf({ from, to }: Span): Span[] {
  const halfMs = Math.floor((to.getTime() - from.getTime()) / 2 / stepMs) * stepMs;
  return halfMs < stepMs ? [] : spansOf({ from, to }, halfMs + stepMs);
}

/** The address of one page of the report. */
export const reportPath = ({ from, to }: Span, page: number) =>
  `/v1/reporting/transactions?${new URLSearchParams({
    start_date: instantOf(from),
    end_date: instantOf(to),
    fields: 'transaction_info',
    balance_affecting_records_only: 'N',
    page_size: '500',
    page: String(page),
  })}`;

/** The address of the balances of all currencies, now or at a time. */
export const balancesPath = (time?: Date) =>
  `/v1/reporting/balances?${new URLSearchParams({
    ...(time && { as_of_time: instantOf(time) }),
    currency_code: 'ALL',
  })}`;

/** A time as PayPal takes it: UTC to the second. */
export const instantOf = (time: Date) => `${time.toISOString().slice(0, 19)}Z`;

const text = z.string();
const Amount = z.object({ currency_code: text, value: text.check(z.refine(isAmount)) });

/** "2026-11-24T19:00:00+0000" and "…Z". */
const Time = z.pipe(
  text.check(z.refine((value) => !Number.isNaN(parsedTime(value)))),
  z.transform((value) => new Date(parsedTime(value))),
);
const parsedTime = (value: string) => Date.parse(value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));

export const ReportPage = z.object({
  transaction_details: z.optional(
    z.array(
      z.object({
        transaction_info: z.looseObject({
          transaction_id: text,
          transaction_event_code: text,
          transaction_status: text,
          transaction_amount: Amount,
          fee_amount: z.optional(Amount),
          transaction_initiation_date: Time,
          transaction_updated_date: Time,
          paypal_reference_id: z.optional(text),
          invoice_id: z.optional(text),
          custom_field: z.optional(text),
        }),
      }),
    ),
  ),
  last_refreshed_datetime: Time,
  total_items: z.number(),
  total_pages: z.number(),
});
export type ReportPage = z.output<typeof ReportPage>;

export const linesOf = ({ transaction_details = [] }: ReportPage): AccountLine[] =>
  transaction_details.map(({ transaction_info: info }) => ({
    id: info.transaction_id,
    eventCode: info.transaction_event_code,
    status: info.transaction_status,
    amountCents: cents(info.transaction_amount.value),
    feeCents: cents(info.fee_amount?.value ?? '0'),
    currency: info.transaction_amount.currency_code,
    at: info.transaction_initiation_date,
    updatedAt: info.transaction_updated_date,
    referenceId: info.paypal_reference_id,
    invoiceId: info.invoice_id,
    customField: info.custom_field,
    whole: info,
  }));

export const BalanceAnswer = z.object({
  balances: z.array(
    z.object({
      currency: text,
      total_balance: Amount,
      available_balance: z.optional(Amount),
      withheld_balance: z.optional(Amount),
    }),
  ),
  as_of_time: Time,
});

export const balancesOf = ({ balances }: z.output<typeof BalanceAnswer>): AccountBalance[] =>
  balances.map(({ currency, total_balance, available_balance, withheld_balance }) => ({
    currency,
    totalCents: cents(total_balance.value),
    availableCents: cents((available_balance ?? total_balance).value),
    withheldCents: cents(withheld_balance?.value ?? '0'),
  }));
