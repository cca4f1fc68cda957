import { type SQL, sql } from 'drizzle-orm';
import { minutes } from '../../../shared/time.ts';

/** The rails' own reconcilers need some minutes. */
export const railReconcilerMs = minutes(15);

/** Before these times `slow` payments were last changed, and `order` and `notice` items came in. */
export interface ReviewThresholds {
  dayAgo: Date;
  minutesAgo: Date;
}

/**
 * What of a rail a person should look at: queries with the columns id, kind, payment_id, rail, since, cents,
 * subject, note and is_test. No two sources select the same id.
 */
export type ReviewSource = (thresholds: ReviewThresholds) => SQL[];

/** Of the payment `p`: it was flagged for review. */
export const isFlagged = sql`(p.status in ('claimed', 'processing')
  and (p.number_in_review or p.flag in ('late', 'manual')))`;
