import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../../server/database/database.ts';
import type { PageFound, PageOf } from '../../../../server/lists/page.store.ts';
import {
  isFlagged,
  railReconcilerMs,
  type ReviewSource,
  type ReviewThresholds,
} from '../../core/review-source.store.ts';
import { cardReviewSource, isStuck } from '../../rails/card/card-review.store.ts';
import { chainReviewSource } from '../../rails/crypto/review/chain-review.store.ts';
import { approvalReviewSource } from '../../core/approvals/approval.store.ts';
import { statementReviewSource } from '../../rails/transfer/statements/open-line.store.ts';
import type { Rail } from '../../core/payment.rules.ts';
import type { ReviewItem, ReviewKind } from './review.contract.ts';

export interface ReviewRow extends Record<string, unknown> {
  id: string;
  kind: ReviewKind;
  applicationId: string | null;
  reference: string | null;
  name: string | null;
  method: Rail | null;
  instalment: number | null;
  cents: string | null;
  received: string | null;
  subject: string | null;
  note: string | null;
  statementId: string | null;
  dueAt: Date | string | null;
  dispute: ReviewItem['dispute'];
  refund: ReviewItem['refund'];
  isTest: boolean;
  since: Date | string;
}

/** Of the refund `r`: when PayPal should have confirmed it. */
const overdueAt = sql`r.updated_at + make_interval(secs => ${railReconcilerMs / 1000})`;

/**
 * Payments that were short or too much, until their instalment is paid or the surplus went back; those that were
 * flagged; those under way since before `dayAgo`; and refunds that PayPal does not confirm, holds, or has refused after
 * it was asked, until money went back in another way.
 */
const paymentReviewSource: ReviewSource = (thresholds) => [
  sql`
  select p.id::text as id, case when p.flag = 'under' then 'under' else 'over' end as kind, p.id as payment_id, p.rail,
    p.updated_at as since, p.received_cents - coalesce(p.refunded_cents, 0) - p.moved_cents as cents,
    coalesce(p.rail_reference, p.claim_number) as subject, p.reason as note, p.is_test
  from payments p join instalments i on i.id = p.instalment_id
  where p.status in ('succeeded', 'partially_refunded') and p.flag in ('under', 'over') and (
    (p.flag = 'under' and i.status in ('scheduled', 'due', 'overdue'))
    or (p.flag = 'over' and i.amount_cents - i.credited_cents < (
      select sum(own.received_cents - coalesce(own.refunded_cents, 0) - own.moved_cents) from payments own
      where own.instalment_id = i.id and own.received_cents is not null)))`,
  sql`
  select p.id::text as id, case when p.number_in_review then 'number' else p.flag end as kind, p.id as payment_id, p.rail,
    p.updated_at as since, p.amount_cents as cents, coalesce(p.rail_reference, p.claim_number) as subject,
    p.reason as note, p.is_test
  from payments p where ${isFlagged}`,
  sql`
  select p.id::text as id, 'slow' as kind, p.id as payment_id, p.rail, p.updated_at as since, p.amount_cents as cents,
    coalesce(p.rail_reference, p.claim_number) as subject, p.reason as note, p.is_test
  from payments p
  where p.status = 'processing' and p.updated_at < ${thresholds.dayAgo} and not ${isFlagged}
    and not exists (select from paypal_orders o where o.payment_id = p.id and ${isStuck(thresholds)})`,
  sql`
  select r.id::text as id, 'refund' as kind, r.payment_id, 'paypal' as rail,
    case when r.state = 'asked' then ${overdueAt} else r.updated_at end as since,
    r.amount_cents as cents, r.refund_id as subject,
    case r.state when 'asked' then 'REFUND_UNKNOWN' when 'failed' then r.issue else coalesce(r.issue, 'REFUND_HELD') end
      as note, p.is_test
  from paypal_refunds r join payments p on p.id = r.payment_id
  where r.state = 'pending' or (r.state = 'asked' and r.updated_at < ${thresholds.minutesAgo})
    or (r.state = 'failed' and coalesce(p.refunded_cents, 0) <= r.refunded_before_cents
      and not exists (select from paypal_refunds n where n.payment_id = r.payment_id and n.created_at > r.created_at))`,
];

/** Everything that a person should look at, each case once: a rail adds its source here. */
const SOURCES: readonly ReviewSource[] = [
  paymentReviewSource,
  cardReviewSource,
  chainReviewSource,
  statementReviewSource,
  approvalReviewSource,
];

const readSources = (thresholds: ReviewThresholds) =>
  SOURCES.flatMap((source) => source(thresholds));

/** All of them as one query. */
const union = (parts: SQL[]): SQL => sql.join(parts, sql` union all `);

/** One page of what a person should look at, oldest first. */
export async function listReviewRows(
  db: Database,
  thresholds: ReviewThresholds,
  { after, limit }: PageOf,
): Promise<PageFound<ReviewRow>> {
  const behind = after ? sql`where (since, id) > (${after[0]}::timestamptz, ${after[1]})` : sql``;
  // No more of each than the page may show: their indexes have them in this order.
  const first = (part: SQL) =>
    sql`(select * from (${part}) as part ${behind} order by since, id limit ${limit + 1})`;
  const { rows: found } = await db.execute<ReviewRow & { cursor: string }>(sql`
    with found as (
      select * from (${union(readSources(thresholds).map(first))}) as part order by since, id limit ${limit + 1})
    select f.id, f.kind, a.id as "applicationId", a.reference, a.first_name || ' ' || a.last_name as name,
      f.rail as method, i.number as instalment, f.cents::text as cents, f.subject, f.note,
      case when c.id is not null then format('%s %s', trim_scale(c.units / case c.token when 'ETH' then 1e18 else 1e6 end),
        c.token) end as received,
      l.import_id as "statementId", d.due_at as "dueAt",
      case when d.id is not null then jsonb_build_object('responses', to_jsonb(d.responses),
        'offered', (d.offered_cents / 100.0)::numeric(30, 2)::text, 'answer',
        case when d.answer is not null then jsonb_build_object('to', d.answer, 'note', coalesce(d.answer_note, ''),
          'amount', (d.answer_cents / 100.0)::numeric(30, 2)::text,
          'at', to_char(d.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'isSent', d.is_answer_sent) end)
      end as dispute, case when r.id is not null then jsonb_build_object('state', r.state,
        'of', (p.received_cents / 100.0)::numeric(30, 2)::text) end as refund, coalesce(p.is_test, f.is_test) as "isTest", f.since, f.since::text as cursor
    from found f
    left join payments p on p.id = f.payment_id
    left join instalments i on i.id = p.instalment_id
    left join payment_schedules s on s.id = i.schedule_id
    left join approvals v on v.id = case when f.kind = 'approval' then f.id::uuid end
    left join passport_applications a on a.id = coalesce(s.application_id, v.application_id)
    left join statement_lines l
      on l.id = case when f.kind = 'unmatched' and f.rail in ('bank', 'zelle') then f.id::uuid end
    left join chain_receipts c on c.id = case when f.kind = 'chain' then f.id::uuid end
    left join paypal_refunds r on r.id = case when f.kind = 'refund' then f.id::uuid end
    left join paypal_disputes d on f.kind = 'dispute' and d.id = f.id
    order by f.since, f.id`);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last && [last.cursor, last.id] };
}

interface ReviewCount extends Record<string, unknown> {
  kind: ReviewKind;
  count: number;
  /** Since when the newest of them is as it is. */
  newest: Date | string;
}

/** How much there is to look at in all, and since when the oldest of it. */
export async function countWaiting(
  db: Database,
  thresholds: ReviewThresholds,
): Promise<{ count: number; since: Date | null }> {
  const { rows } = await db.execute<{ count: number; since: Date | string | null }>(sql`
    select count(*)::int as count, min(since) as since from (${union(readSources(thresholds))}) as found`);
  const { count = 0, since = null } = rows[0] ?? {};
  return { count, since: since === null ? null : new Date(since) };
}

/** How much of each kind a person should look at, of what has waited since before a time. */
export async function countReview(
  db: Database,
  { before, ...thresholds }: ReviewThresholds & { before: Date },
): Promise<ReviewCount[]> {
  const { rows } = await db.execute<ReviewCount>(sql`
    select kind, count(*)::int as count, max(since) as newest
    from (${union(readSources(thresholds))}) as found where since < ${before} group by kind`);
  return rows;
}
