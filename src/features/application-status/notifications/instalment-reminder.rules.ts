import { days } from '../../../shared/time.ts';
import { dayOf } from '../../payments/core/payment.rules.ts';

/** A reminder of an instalment, and the days relative to its due day on which it can be sent. */
export interface Reminder {
  template: 'due-soon' | 'due-today' | 'due-late' | 'plan-past-due';
  /** From this day on, counted from the due day; negative is before. */
  fromDay: number;
  /** Up to the day before this one: then the next reminder says more. */
  beforeDay: number;
  /** For plans that PayPal does not charge by itself, or for those that it does where a charge was declined. */
  charged: 'no' | 'declined';
}

/** Older instalments need a person. */
const lastDay = 60;

/**
 * LIST of the reminders: 7 days before, on the day, 3 and 7 days after. A day on which no mail could be sent is made
 * up for by the next one, with what is true by then. What PayPal charges by itself is announced by the
 * card rail, and the payer is reminded only while charges are declined; after the last one `due-payment-failed` is written.
 */
export const REMINDERS: readonly Reminder[] = [
  { template: 'due-soon', fromDay: -7, beforeDay: 0, charged: 'no' },
  { template: 'due-today', fromDay: 0, beforeDay: 3, charged: 'no' },
  { template: 'due-late', fromDay: 3, beforeDay: 7, charged: 'no' },
  { template: 'plan-past-due', fromDay: 7, beforeDay: lastDay, charged: 'no' },
  { template: 'due-late', fromDay: 3, beforeDay: 7, charged: 'declined' },
];

/** The due days (YYYY-MM-DD) that a reminder is for at a time: after the first, until the second. */
export function dueDaysOf({ fromDay, beforeDay }: Reminder, now: Date) {
  const daysAway = (count: number) => dayOf(new Date(now.getTime() + days(count)));
  return { after: daysAway(-beforeDay), until: daysAway(-fromDay) };
}

/** The beginning of the batch that makes a mail of a kind leave once for each instalment. */
export const reminderBatch = (template: string) => `${template}:`;
