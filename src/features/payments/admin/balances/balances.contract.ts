import * as z from 'zod/mini';
import { adminOrKey, adminWithRecentPassword } from '../../../../shared/access.ts';
import { endpoint } from '../../../../shared/endpoint.ts';
import { instant, MessageAnswer } from '../../../../shared/schema.ts';
import { words } from '../../../../shared/words.ts';
import { ACCOUNTS, ASSETS } from '../../core/journal/journal.rules.ts';

/** "2026-11". */
const month = z
  .string()
  .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, words('Choose a month, such as 2026-11.')));
/** A decimal string in the account's own asset; negative where more went than came. */
const amount = z.string();

/** An account beside what its rail says that it holds, now. */
const RailBalance = z.object({
  account: z.enum(ACCOUNTS),
  asset: z.enum(ASSETS),
  /** By our journal, up to the time until which the rail's report is complete. */
  ours: amount,
  /** Null where the rail has not answered yet. */
  theirs: z.nullable(amount),
  /** When the rail last answered. */
  checkedAt: z.nullable(instant),
  /** It could not be asked since. */
  isStale: z.boolean(),
  /** Up to which day its statements go; null where it is asked at any time. */
  until: z.nullable(z.string()),
  /** Lines of it that nothing explains. */
  open: z.number(),
});
export type RailBalance = z.output<typeof RailBalance>;

export const Balances = z.object({
  month,
  /** LIST of the accounts that are compared: with PayPal's balance, and with the statements of the bank and of Zelle. */
  rails: z.array(RailBalance),
  /** From the journal's first month to this one, newest first. */
  months: z.array(month),
  /** The last month that is closed. */
  closedUntil: z.nullable(month),
  /** The next month to close; null while it runs. */
  closable: z.nullable(month),
  /** Those that were ever used, in the order of the auditor's guide; test money apart. */
  accounts: z.array(
    z.object({
      account: z.enum(ACCOUNTS),
      asset: z.enum(ASSETS),
      /** Money of the sandbox. */
      isTest: z.boolean(),
      /** At the start of the month. */
      before: amount,
      in: amount,
      out: amount,
      /** At its end, or now. */
      after: amount,
    }),
  ),
});
export type Balances = z.output<typeof Balances>;

export const readAccountBalances = endpoint({
  name: 'readAccountBalances',
  summary: 'Balance and turnover of every account of the journal in a month',
  method: 'GET',
  path: '/api/admin/payments/balances',
  access: adminOrKey('payments:read'),
  query: z.object({
    /** This month without one. */
    month: z.optional(month),
  }),
  answer: Balances,
});

export const closeMonth = endpoint({
  name: 'closeMonth',
  summary: 'Close a month: what is booked about it later counts for the first open one',
  method: 'POST',
  path: '/api/admin/payments/balances/close',
  access: adminWithRecentPassword('payments:confirm'),
  body: z.strictObject({ month }),
  answer: MessageAnswer,
});

export const exportJournal = endpoint({
  name: 'exportJournal',
  summary: 'The entries of the journal of a month, or all, as a CSV file in their order',
  method: 'GET',
  path: '/api/admin/export/journal',
  access: adminOrKey('payments:read'),
  query: z.object({ month: z.optional(month) }),
  answer: 'csv',
});
