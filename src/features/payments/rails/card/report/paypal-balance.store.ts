import { sql } from 'drizzle-orm';
import type { Database } from '../../../../../server/database/database.ts';
import type { RailCheck } from '../../../core/rail-check.store.ts';
import { HOLD_CODES } from './line.rules.ts';

/** What PayPal's payers dispute: money that PayPal holds back and still counts as ours. In cents. */
export async function sumPaypalDisputes(db: Database, isTest: boolean): Promise<bigint> {
  const { rows } = await db.execute<{ sum: string }>(sql`
    select coalesce(sum(case when j.debit = 'disputes' then j.amount else -j.amount end), 0)::text as sum
    from journal j join payments p on p.id = j.payment_id
    where p.rail = 'paypal' and j.is_test = ${isTest} and 'disputes' in (j.debit, j.credit)`);
  return BigInt(rows[0]?.sum ?? 0);
}

/** What the journal says of payments that changed after the report was complete, and the report not yet. In cents. */
export async function sumNotReported(
  db: Database,
  { completeUntil, isTest }: Pick<RailCheck, 'completeUntil' | 'isTest'>,
): Promise<bigint> {
  const { rows } = await db.execute<{ sum: string }>(sql`
    with changed as (
      select p.id, p.instalment_id, o.capture_id
      from payments p left join paypal_orders o on o.payment_id = p.id and o.capture_id is not null
      where p.rail = 'paypal' and p.updated_at > ${completeUntil} and p.is_test = ${isTest}),
    ours as (
      select coalesce(sum(case when j.debit in ('paypal', 'disputes') then j.amount else 0 end
        - case when j.credit in ('paypal', 'disputes') then j.amount else 0 end), 0) as sum
      from journal j join changed c on c.instalment_id = j.instalment_id and c.id = j.payment_id
      where j.asset = 'USD'),
    theirs as (
      select coalesce(sum(l.amount_cents + l.fee_cents), 0) as sum
      from paypal_lines l join changed c on c.capture_id in (l.transaction_id, l.reference_id)
      where l.status in ('S', 'V') and l.currency = 'USD' and l.event_code !~ ${HOLD_CODES})
    select (ours.sum - theirs.sum)::text as sum from ours, theirs`);
  return BigInt(rows[0]?.sum ?? 0);
}
