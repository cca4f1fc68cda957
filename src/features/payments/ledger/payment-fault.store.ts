import { type SQL, sql } from 'drizzle-orm';
import { hasCome } from './fault.store.ts';

/** LIST of what must hold of payments, their events and receipts, each as the question for what does not. */
export const PAYMENT_RULES: Readonly<Record<string, SQL>> = {
  'each event begins where the one before it ended': sql`
    select payment_id as subject, coalesce("from", 'nothing') as found, coalesce(before, 'nothing') as expected
    from (
      select payment_id, "from", lag("to") over (partition by payment_id order by id) as before
      from payment_events
    ) as steps
    where "from" is distinct from before`,

  'a payment stands where its last event left it': sql`
    select p.id as subject, p.status as found, coalesce(last."to", 'no event') as expected
    from payments p left join lateral (
      select "to" from payment_events where payment_id = p.id order by id desc limit 1
    ) as last on true
    where p.status is distinct from last."to"`,

  'amounts and flag of a payment are those of its events': sql`
    select p.id as subject,
      concat_ws(', ', p.flag, p.received_cents, p.refunded_cents) as found,
      concat_ws(', ', coalesce(e.flag, 'none'), e.received, e.refunded) as expected
    from payments p left join (
      select payment_id, sum((data->>'receivedCents')::bigint) as received,
        max((data->>'refundedCents')::bigint) as refunded,
        -- The flag of the newest event that sets one: no sorting of millions.
        substr(max(lpad(id::text, 19, '0') || (data->>'flag')), 20) as flag
      from payment_events where data <> '{}' group by payment_id
    ) as e on e.payment_id = p.id
    where p.received_cents is distinct from e.received
      or p.refunded_cents is distinct from e.refunded or p.flag <> coalesce(e.flag, 'none')`,

  'a payment holds money exactly when its status says so': sql`
    select p.id as subject,
      concat_ws(', ', p.status, p.received_cents, p.refunded_cents) as found,
      'received with the status; refunded in whole, in part or not at all with it' as expected
    from payments p
    where (p.received_cents is not null) <> (${hasCome})
      or case
        when p.status in ('refunded', 'reversed') then p.refunded_cents is distinct from p.received_cents
        when p.status = 'partially_refunded' then p.refunded_cents is null or p.refunded_cents >= p.received_cents
        when p.status = 'disputed' then coalesce(p.refunded_cents, 0) >= p.received_cents
        else p.refunded_cents is not null
      end`,

  'receipts are numbered from 1 without a gap': sql`
    select 'receipts' as subject, format('%s receipts up to %s', r.issued, r.last) as found,
      format('%s, the counter', c.last) as expected
    from (select count(*) as issued, coalesce(max(number), 0) as last from receipts) as r
    cross join (select coalesce(max(last), 0) as last from receipt_counters where name = 'receipts') as c
    where r.issued <> r.last or r.last <> c.last`,

  'money that came has one receipt, and nothing else has': sql`
    select coalesce(p.id, r.payment_id) as subject, coalesce('receipt ' || r.number, 'no receipt') as found,
      case when p.received_cents is null then 'no receipt' else 'a receipt' end as expected
    from payments p full join receipts r on r.payment_id = p.id
    where (p.received_cents is not null) <> (r.number is not null)`,

  'a receipt says what its payment says': sql`
    select r.payment_id as subject, r.facts::text as found,
      concat_ws(', ', a.reference, p.rail, s.plan, i.number, s.payments, p.received_cents, p.amount_cents,
        p.currency, p.received_on) as expected
    from receipts r
    join payments p on p.id = r.payment_id
    join instalments i on i.id = p.instalment_id
    join payment_schedules s on s.id = i.schedule_id
    join passport_applications a on a.id = s.application_id
    where (r.facts->>'reference', r.facts->>'method', r.facts->>'plan', r.facts->>'currency')
        is distinct from (a.reference, p.rail, s.plan, p.currency)
      or ((r.facts->>'instalment')::int, (r.facts->>'instalments')::int, (r.facts->>'isTest')::boolean)
        is distinct from (i.number::int, s.payments::int, p.is_test)
      or (round((r.facts->>'received')::numeric * 100), round((r.facts->>'due')::numeric * 100))
        is distinct from (p.received_cents::numeric, p.amount_cents::numeric)
      or (r.facts->>'receivedOn')::date <> p.received_on`,
};
