import { sql } from 'drizzle-orm';
import {
  isFlagged,
  type ReviewSource,
  type ReviewThresholds,
} from '../../core/review-source.store.ts';
import { failuresBeforeReview } from './card.rules.ts';

/** Of the order `o`: no job ends it any more. Not a parameter, so that the index of unended orders is used. */
export const isStuck = ({
  minutesAgo,
}: ReviewThresholds) => sql`(o.failures >= ${sql.raw(String(failuresBeforeReview))}
  or (o.state in ('creating', 'capturing') and o.updated_at < ${minutesAgo}))`;

/** Webhook events that were not handled, and orders whose outcome is unknown or whose checks fail again and again. */
export const cardReviewSource: ReviewSource = (thresholds) => [
  sql`
  select w.rail || ' ' || w.event_id as id, 'notice' as kind, null::uuid as payment_id, w.rail, w.received_at as since,
    null::bigint as cents, w.resource_id as subject, w.type as note, false as is_test
  from webhook_events w where w.handled_at is null and w.received_at < ${thresholds.minutesAgo}`,
  sql`
  select o.id::text as id, 'order' as kind, o.payment_id, 'paypal' as rail, o.updated_at as since, o.amount_cents as cents,
    o.order_id as subject,
    case when o.failures >= ${failuresBeforeReview} then 'QUESTION_BROKE' else o.state end as note, p.is_test
  from paypal_orders o join payments p on p.id = o.payment_id
  where ${isStuck(thresholds)} and not ${isFlagged}`,
];
