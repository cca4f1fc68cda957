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

/**
 * Webhook events that were not handled, orders whose outcome is unknown or whose checks fail again and again, lines of
 * PayPal's report that nothing explains, and open disputes.
 */
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
  sql`
  select l.id::text as id, 'unmatched' as kind, l.payment_id, 'paypal' as rail, l.read_at as since,
    case when l.currency = 'USD' then l.amount_cents end as cents, l.transaction_id as subject,
    case when l.refund_request_id is null then l.event_code else 'REFUND_UNDER_WAY' end as note, l.is_test
  from paypal_lines l left join payments p on p.id = l.payment_id
  where l.state = 'unmatched' and not coalesce(${isFlagged}, false)`,
  sql`
  select d.id, 'dispute' as kind, d.payment_id, 'paypal' as rail, d.updated_at as since, d.amount_cents as cents,
    d.id as subject, d.reason as note, false as is_test
  from paypal_disputes d where d.status <> 'RESOLVED'`,
];
