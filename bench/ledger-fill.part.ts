import { sql } from 'drizzle-orm';
import type { Database } from '../src/server/database/database.ts';

/** Every how manieth payment is still open, spread over all of them as instalments of old plans are. */
export interface Fill {
  paid: number;
  open: number;
}

/** Ids that the statements below make of a row's number, the same in every table, with the marks of version 4 (RFC 9562). */
const id = (kind: string) =>
  sql.raw(`overlay(overlay(md5('${kind}' || n) placing '4' from 13) placing '8' from 17)::uuid`);

/** As different as addresses are: what all begin with is found in all of them first. */
const email = sql.raw(`left(md5('payer' || n), 12) || '@bench.example'`);

/**
 * Fills an empty, migrated database with one-time payments that have come and with such as PayPal is asked
 * about, as the services would have written them: check:ledger finds nothing. By SQL, because a million rows
 * one by one would take hours. Answers the ids of the open ones in the order of their rows.
 */
export async function fillLedger(db: Database, { paid, open }: Fill): Promise<string[]> {
  const rows = paid + open;
  // In steps of this many rows one is open.
  const pace = Math.floor(rows / open);
  const isOpen = sql.raw(`(n % ${pace} = 0 and n <= ${pace * open})`);
  const all = sql.raw(`generate_series(1, ${rows}) as n`);
  const at = sql.raw(`timestamptz '2026-01-01' + n * interval '1 second'`);
  const run = (statement: ReturnType<typeof sql>) => db.execute(statement);

  // Every row fits: what is written is checked at the end, by check:ledger.
  await run(sql`set local session_replication_role = replica`);
  await run(sql`insert into passport_applications (id, reference, first_name, last_name, date_of_birth,
      place_of_birth, current_nationality, telephone, email, home_address, payment_plan, payment_amount_cents,
      payment_method, payment_status, application_status, notice_version, wants_news, locale, created_at, updated_at, submitted_at,
      kit_released_at)
    select ${id('application')}, 'PX-' || n, 'Ama', 'Mensah', '02/29/1988', 'Kumasi', 'Ghana', '+233241234567',
      ${email}, '12 Osu Badu Street, Accra', 'onetime', 100000, 'paypal',
      case when ${isOpen} then 'pending' else 'completed' end, case when ${isOpen} then 'draft' else 'submitted' end,
      '2026-11', false, 'en', ${at}, ${at}, case when ${isOpen} then null else ${at} end,
      case when ${isOpen} then null else ${at} end
    from ${all}`);
  await run(sql`insert into payment_schedules (id, application_id, plan, amount_cents, currency, payments, status,
      kit_release, priced_at, created_at, updated_at)
    select ${id('schedule')}, ${id('application')}, 'onetime', 100000, 'USD', 1,
      case when ${isOpen} then 'draft' else 'completed' end, 'first_payment', ${at}, ${at}, ${at} from ${all}`);
  await run(sql`insert into instalments (id, schedule_id, number, amount_cents, due_on, status, updated_at)
    select ${id('instalment')}, ${id('schedule')}, 1, 100000, (${at})::date,
      case when ${isOpen} then 'due' else 'paid' end, ${at} from ${all}`);
  await run(sql`insert into payments (id, instalment_id, rail, status, flag, amount_cents, currency, rail_reference,
      number_in_review, received_cents, received_on, is_test, created_at, updated_at)
    select ${id('payment')}, ${id('instalment')}, 'paypal',
      case when ${isOpen} then 'action_required' else 'succeeded' end, 'none', 100000, 'USD',
      case when ${isOpen} then null else 'CAPTURE-' || n end, false, case when ${isOpen} then null else 100000 end,
      case when ${isOpen} then null else (${at})::date end, true, ${at}, ${at} from ${all}`);
  // In the order of time, as they would have come.
  await run(sql`insert into payment_events (payment_id, at, "from", "to", actor, data)
    select ${id('payment')}, ${at}, step."from", step."to", 'paypal',
      case when step.place = 3 then '{"flag": "none", "receivedCents": "100000"}'::jsonb else '{}'::jsonb end
    from ${all}, (values (0, null, 'created'), (1, 'created', 'action_required'),
      (2, 'action_required', 'processing'), (3, 'processing', 'succeeded')) as step (place, "from", "to")
    where step.place < 2 or not ${isOpen} order by n, step.place`);
  await run(sql`insert into paypal_orders (id, payment_id, kind, state, request_id, order_id, capture_request_id,
      capture_id, client_id, amount_cents, currency, wants_vault, asked, created_at, updated_at)
    select ${id('order')}, ${id('payment')}, 'approval', case when ${isOpen} then 'created' else 'captured' end,
      ${id('request')}, 'ORDER-' || n, ${id('capture request')}, case when ${isOpen} then null else 'CAPTURE-' || n end,
      'client', 100000, 'USD', false, 0, ${at}, ${at} from ${all}`);
  await run(sql`insert into receipts (number, payment_id, issued_at, locale, facts)
    select row_number() over (order by n), ${id('payment')}, ${at}, 'en', jsonb_build_object(
      'reference', 'PX-' || n, 'payer', 'Ama Mensah', 'email', ${email}, 'method', 'paypal',
      'plan', 'onetime', 'instalment', 1, 'instalments', 1, 'received', '1000.00', 'due', '1000.00',
      'currency', 'USD', 'receivedOn', (${at})::date, 'railReference', 'CAPTURE-' || n, 'isTest', true)
    from ${all} where not ${isOpen}`);
  // As the charge and the capture would have written it: two entries a payment.
  await run(sql`insert into journal (at, day, period, kind, debit, credit, asset, amount, source, application_id,
      instalment_id, payment_id, is_test)
    select ${at}, (${at})::date, date_trunc('month', ${at})::date, entry.kind, entry.debit, entry.credit, 'USD', 100000,
      case entry.kind when 'charge' then 'charge:' || ${id('instalment')} else 'payment-event:' || n || ':paypal' end,
      ${id('application')}, ${id('instalment')}, case entry.kind when 'received' then ${id('payment')} end,
      entry.kind = 'received'
    from ${all}, (values (0, 'charge', 'receivable', 'kit_orders'), (1, 'received', 'paypal', 'receivable'))
      as entry (place, kind, debit, credit)
    where not ${isOpen} order by n, entry.place`);
  await run(sql`update receipt_counters set last = ${paid} where name = 'receipts'`);
  await run(sql`analyze`);
  await run(sql`set local session_replication_role = origin`);
  const { rows: found } = await db.execute<{ id: string }>(
    sql`select ${id('payment')}::text as id from ${all} where ${isOpen} order by n`,
  );
  return found.map((row) => row.id);
}

/** Claims open instalments by bank transfer, every second one with a number that another has claimed too. */
export async function claimOpen(db: Database): Promise<void> {
  await db.execute(sql`set local session_replication_role = replica`);
  await db.execute(sql`update payments set status = 'claimed', rail = 'bank', claim_number = 'W-' || id,
    number_in_review = right(id::text, 1) in ('0', '2', '4', '6', '8', 'a', 'c', 'e') where status = 'action_required'`);
  await db.execute(sql`delete from paypal_orders where state = 'created'`);
  await db.execute(sql`update payment_events set "to" = 'claimed' where "to" = 'action_required'
    and payment_id in (select id from payments where status = 'claimed')`);
  await db.execute(sql`set local session_replication_role = origin`);
}
