import * as z from 'zod/mini';
import { adminOrKey } from '../../../../shared/access.ts';
import { endpoint } from '../../../../shared/endpoint.ts';
import { words } from '../../../../shared/words.ts';
import { RAILS } from '../../core/payment.rules.ts';

/** A decimal string of dollars; negative when less was received than was due. */
const amount = z.string();
const Sums = z.object({
  /** Due, or paid early. */
  due: amount,
  received: amount,
  refunded: amount,
  /** Received, less refunded, less due. */
  difference: amount,
});
const LedgerKey = {
  currency: z.string(),
  /** Paid to the sandbox: no real money. */
  isTest: z.boolean(),
};

export const Reconciliation = z.object({
  year: z.number(),
  /** The years in which anything was due or moved, newest first. */
  years: z.array(z.number()),
  /** Newest month first, in it the rails in their order. */
  rows: z.array(z.extend(Sums, { month: z.string(), method: z.enum(RAILS), ...LedgerKey })),
  /** Of the year, for each currency and for test money apart. */
  totals: z.array(z.extend(Sums, LedgerKey)),
});
export type Reconciliation = z.output<typeof Reconciliation>;

const NO_YEAR = words('Ask for a year from 2020 to 2100.');

export const readReconciliation = endpoint({
  name: 'readReconciliation',
  summary: 'What was due, received and refunded per rail and month of a year',
  method: 'GET',
  path: '/api/admin/payments/reconciliation',
  access: adminOrKey('payments:read'),
  query: z.object({
    /** This year without one. */
    year: z.optional(
      z.coerce.number(NO_YEAR).check(z.int(NO_YEAR), z.gte(2020, NO_YEAR), z.lte(2100, NO_YEAR)),
    ),
  }),
  answer: Reconciliation,
});

export const exportLedger = endpoint({
  name: 'exportLedger',
  summary: 'Every movement of money as a CSV file, oldest first',
  method: 'GET',
  path: '/api/admin/export/ledger',
  access: adminOrKey('payments:read'),
  answer: 'csv',
});
