import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../../server/database/database.ts';
import type { PageFound, PageOf } from '../../../../server/lists/page.store.ts';
import { failuresBeforeReview } from '../../rails/card/card.rules.ts';
import type { Rail } from '../../core/payment.rules.ts';
import type { ReviewKind } from '../reconciliation/reconciliation.contract.ts';

export interface ReviewRow extends Record<string, unknown> {
  id: string;
  kind: ReviewKind;
  applicationId: string | null;
  reference: string | null;
  name: string | null;
  method: Rail;
  instalment: number | null;
  cents: string | null;
  subject: string | null;
  note: string | null;
  isTest: boolean;
  since: Date | string;
}

/** Before which moment `slow` payments were last touched, and `order` and `notice` came in. */
export interface ReviewThresholds {
  dayAgo: Date;
  momentAgo: Date;
}

/** Of the payment `p`: something about it was put before a person. */
const flagged = sql`(p.status in ('claimed', 'processing')
  and (p.number_in_review or p.flag in ('late', 'manual')))`;
/** Of the order `o`: nobody ends it any more. Not a parameter, so that the index of what is unended is found. */
const stuck = ({
  momentAgo,
}: ReviewThresholds) => sql`(o.failures >= ${sql.raw(String(failuresBeforeReview))}
  or (o.state in ('creating', 'capturing') and o.updated_at < ${momentAgo}))`;

/**
 * What a person should look at, each case once. A payment that was short or too much is done with once its due is
 * paid, or the surplus went back; `slow` is what is under way since before `dayAgo`, `order` and `notice` what nobody
 * has ended since before `momentAgo`; an order also when our questions about it break again and again. None has the
 * `id` of another: they are of different tables, and a payment is in one state.
 */
const waiting = (patience: ReviewThresholds): SQL[] => [
  sql`
  select p.id::text as id, case when p.flag = 'under' then 'under' else 'over' end as kind, p.id as payment_id, p.rail,
    p.updated_at as since, p.received_cents - coalesce(p.refunded_cents, 0) as cents,
    coalesce(p.rail_reference, p.claim_number) as subject, p.reason as note, p.is_test
  from payments p join instalments i on i.id = p.instalment_id
  where p.status in ('succeeded', 'partially_refunded') and p.flag in ('under', 'over') and (
    (p.flag = 'under' and i.status in ('scheduled', 'due', 'overdue'))
    or (p.flag = 'over' and i.amount_cents < (
      select sum(own.received_cents - coalesce(own.refunded_cents, 0)) from payments own
      where own.instalment_id = i.id and own.received_cents is not null)))`,
  sql`
  select p.id::text as id, case when p.number_in_review then 'number' else p.flag end as kind, p.id as payment_id, p.rail,
    p.updated_at as since, p.amount_cents as cents, coalesce(p.rail_reference, p.claim_number) as subject,
    p.reason as note, p.is_test
  from payments p where ${flagged}`,
  sql`
  select p.id::text as id, 'slow' as kind, p.id as payment_id, p.rail, p.updated_at as since, p.amount_cents as cents,
    coalesce(p.rail_reference, p.claim_number) as subject, p.reason as note, p.is_test
  from payments p
  where p.status = 'processing' and p.updated_at < ${patience.dayAgo} and not ${flagged}
    and not exists (select from paypal_orders o where o.payment_id = p.id and ${stuck(patience)})`,
  sql`
  select c.id::text as id, 'chain' as kind, coalesce(c.payment_id, q.payment_id) as payment_id, 'crypto' as rail,
    c.updated_at as since, null::bigint as cents, c.tx_hash as subject, c.review_reason as note, false as is_test
  from chain_receipts c left join crypto_quotes q on q.id = c.quote_id
  where c.state = 'review'`,
  sql`
  select w.rail || ' ' || w.event_id as id, 'notice' as kind, null::uuid as payment_id, w.rail, w.received_at as since,
    null::bigint as cents, w.resource_id as subject, w.type as note, false as is_test
  from webhook_events w where w.handled_at is null and w.received_at < ${patience.momentAgo}`,
  sql`
  select o.id::text as id, 'order' as kind, o.payment_id, 'paypal' as rail, o.updated_at as since, o.amount_cents as cents,
    o.order_id as subject,
    case when o.failures >= ${failuresBeforeReview} then 'QUESTION_BROKE' else o.state end as note, p.is_test
  from paypal_orders o join payments p on p.id = o.payment_id
  where ${stuck(patience)} and not ${flagged}`,
];

/** All of them as one. */
const together = (parts: SQL[]): SQL => sql.join(parts, sql` union all `);

/** One page of what a person should look at, oldest first. */
export async function listReviewRows(
  db: Database,
  patience: ReviewThresholds,
  { after, limit }: PageOf,
): Promise<PageFound<ReviewRow>> {
  const behind = after ? sql`where (since, id) > (${after[0]}::timestamptz, ${after[1]})` : sql``;
  // No more of each than the page may show: their indexes have them in this order.
  const first = (part: SQL) =>
    sql`(select * from (${part}) as part ${behind} order by since, id limit ${limit + 1})`;
  const { rows: found } = await db.execute<ReviewRow & { moment: string }>(sql`
    with found as (
      select * from (${together(waiting(patience).map(first))}) as waiting order by since, id limit ${limit + 1})
    select f.id, f.kind, a.id as "applicationId", a.reference, a.first_name || ' ' || a.last_name as name,
      f.rail as method, i.number as instalment, f.cents::text as cents, f.subject, f.note,
      coalesce(p.is_test, f.is_test) as "isTest", f.since, f.since::text as moment
    from found f
    left join payments p on p.id = f.payment_id
    left join instalments i on i.id = p.instalment_id
    left join payment_schedules s on s.id = i.schedule_id
    left join passport_applications a on a.id = s.application_id
    order by f.since, f.id`);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last && [last.moment, last.id] };
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
  patience: ReviewThresholds,
): Promise<{ count: number; since: Date | null }> {
  const { rows } = await db.execute<{ count: number; since: Date | string | null }>(sql`
    select count(*)::int as count, min(since) as since from (${together(waiting(patience))}) as found`);
  const { count = 0, since = null } = rows[0] ?? {};
  return { count, since: since === null ? null : new Date(since) };
}

/** How much of each kind a person should look at, of what has been so since before a moment. */
export async function countReview(
  db: Database,
  { before, ...patience }: ReviewThresholds & { before: Date },
): Promise<ReviewCount[]> {
  const { rows } = await db.execute<ReviewCount>(sql`
    select kind, count(*)::int as count, max(since) as newest
    from (${together(waiting(patience))}) as found where since < ${before} group by kind`);
  return rows;
}
