import { days, hours } from '../../../../shared/time.ts';

/** What is remembered of a transfer, to whom it is said and after how long (payments.md §4). */
export const TRANSFER_REMINDERS = {
  /** To the payer who had the details sent: the money is still waited for. */
  'transfer-first': days(3),
  'transfer-second': days(7),
  /** To the administrators: a claim waits for them. */
  'claim-first': days(3),
  'claim-second': days(7),
  /** To the payer, once: we are still looking. */
  'claim-payer': days(3),
} as const;
export type TransferReminder = keyof typeof TRANSFER_REMINDERS;

/** An unclaimed transfer expires after this long. */
export const expiryMs = days(14);
/** Administrators hear of waiting claims at most this often. */
export const adminIntervalMs = hours(20);
