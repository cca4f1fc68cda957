import { type SQL, sql } from 'drizzle-orm';
import { PAYABLE } from '../payment.rules.ts';
import { anyOf, hasCome } from './fault.store.ts';

/** LIST of what must hold of schedules and their dues, each as the question for what does not. */
export const DUE_RULES: Readonly<Record<string, SQL>> = {
  'a schedule has all its dues, which add up to its price': sql`
    select s.id as subject,
      format('%s dues, %s cents', count(i.id), coalesce(sum(i.amount_cents), 0)) as found,
      format('%s dues, %s cents', s.payments, s.payments * s.amount_cents) as expected
    from payment_schedules s left join instalments i on i.schedule_id = s.id
    group by s.id
    having count(i.id) <> s.payments or max(i.number) <> s.payments
      or sum(i.amount_cents) <> s.payments * s.amount_cents`,

  'a due is paid by exactly one payment that is not short': sql`
    select i.id as subject, format('%s by %s', i.status, count(p.id)) as found,
      case when i.status = 'paid' then 'paid by 1' else i.status || ' by 0' end as expected
    from instalments i
    left join payments p on p.instalment_id = i.id and ${hasCome} and p.flag <> 'under'
    group by i.id
    having count(p.id) <> (i.status = 'paid')::int`,

  'a due is paid when its price has come, and not before': sql`
    select i.id as subject,
      format('%s, %s cents came, %s are held', i.status, coalesce(sum(p.received_cents), 0),
        coalesce(sum(p.received_cents - coalesce(p.refunded_cents, 0)), 0)) as found,
      format('%s cents', i.amount_cents) as expected
    from instalments i left join payments p on p.instalment_id = i.id and ${hasCome}
    group by i.id
    having (i.status = 'paid' and coalesce(sum(p.received_cents), 0) < i.amount_cents)
      or (i.status in (${anyOf(PAYABLE)})
        and coalesce(sum(p.received_cents - coalesce(p.refunded_cents, 0)), 0) >= i.amount_cents)`,

  'a schedule stands where its dues have brought it': sql`
    select s.id as subject, format('%s with dues %s', s.status, string_agg(i.status, ' ' order by i.number)) as found,
      'completed: all paid; past due: one overdue; running: one paid; draft: none paid' as expected
    from payment_schedules s join instalments i on i.schedule_id = s.id
    group by s.id
    having (s.status = 'completed') <> bool_and(i.status in ('paid', 'waived'))
      or (s.status = 'draft' and bool_or(i.status = 'paid'))
      or (s.status in ('active', 'past_due') and not bool_or(i.status in ('paid', 'waived')))
      or (s.status in ('active', 'past_due')
        and (s.status = 'past_due') <> bool_or(i.status = 'overdue'))`,

  // By the history of the payments, which nobody can change, and not by the dues that the moment is taken from.
  'a kit may leave since the payment that releases it was booked': sql`
    with in_force as (
      select distinct on (application_id) * from payment_schedules
      order by application_id, status = 'cancelled', created_at desc),
    released as (
      select s.application_id, max(e.at) as at
      from in_force s join instalments i on i.schedule_id = s.id
      join payments p on p.instalment_id = i.id and ${hasCome} and p.flag <> 'under'
      join payment_events e on e.payment_id = p.id and e."from" = 'processing' and e."to" = 'succeeded'
      where (s.kit_release = 'first_payment' and i.number = 1)
        or (s.kit_release = 'fully_paid' and s.status = 'completed')
      group by s.application_id)
    select a.id as subject, coalesce(a.kit_released_at::text, 'held') as found,
      coalesce(r.at::text, 'held') as expected
    from passport_applications a left join released r on r.application_id = a.id
    where a.kit_released_at is distinct from r.at`,
};
