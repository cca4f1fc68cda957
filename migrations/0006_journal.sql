CREATE TABLE "closed_periods" (
	"period" date PRIMARY KEY NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	"closed_by" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "journal" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"period" date NOT NULL,
	"kind" text NOT NULL,
	"debit" text NOT NULL,
	"credit" text NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"source" text NOT NULL,
	"application_id" uuid,
	"instalment_id" uuid,
	"payment_id" uuid,
	"is_test" boolean NOT NULL,
	CONSTRAINT "journal_source_unique" UNIQUE("source"),
	CONSTRAINT "journal_amount" CHECK ("journal"."amount" > 0),
	CONSTRAINT "journal_two_accounts" CHECK ("journal"."debit" <> "journal"."credit"),
	CONSTRAINT "journal_accounts" CHECK ("journal"."debit" in ('receivable', 'kit_orders', 'paypal', 'paypal_fees', 'bank', 'zelle', 'treasury_eth', 'treasury_usdt', 'exchange', 'network_fees', 'refunds', 'disputes', 'unmatched', 'in_transit', 'opening', 'donations', 'other_income', 'spending', 'written_off') and "journal"."credit" in ('receivable', 'kit_orders', 'paypal', 'paypal_fees', 'bank', 'zelle', 'treasury_eth', 'treasury_usdt', 'exchange', 'network_fees', 'refunds', 'disputes', 'unmatched', 'in_transit', 'opening', 'donations', 'other_income', 'spending', 'written_off')),
	CONSTRAINT "journal_asset" CHECK ("journal"."asset" in ('USD', 'ETH', 'USDT'))
);
--> statement-breakpoint
ALTER TABLE "journal" ADD CONSTRAINT "journal_application_id_passport_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."passport_applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal" ADD CONSTRAINT "journal_instalment_id_instalments_id_fk" FOREIGN KEY ("instalment_id") REFERENCES "public"."instalments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal" ADD CONSTRAINT "journal_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "journal_application" ON "journal" USING btree ("application_id") WHERE "journal"."application_id" is not null;--> statement-breakpoint
CREATE INDEX "journal_instalment" ON "journal" USING btree ("instalment_id") WHERE "journal"."instalment_id" is not null;--> statement-breakpoint
CREATE INDEX "journal_period" ON "journal" USING btree ("period","id");--> statement-breakpoint

-- What is written stays. A month that is closed takes nothing more: what belongs to it goes into the first open one.
CREATE TRIGGER journal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "journal"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_changing_history();--> statement-breakpoint
CREATE TRIGGER closed_periods_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "closed_periods"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_changing_history();--> statement-breakpoint
CREATE FUNCTION set_journal_period() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.period := greatest(
    date_trunc('month', NEW.day::timestamp)::date,
    (SELECT (max(period) + interval '1 month')::date FROM closed_periods)
  );
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER journal_period BEFORE INSERT ON "journal" FOR EACH ROW EXECUTE FUNCTION set_journal_period();--> statement-breakpoint

-- Money that had gone back left its instalment paid: it is due again, or over where nothing is to be paid any more.
CREATE TEMPORARY TABLE reopened ON COMMIT DROP AS
SELECT i.id, i.schedule_id, a.id AS application_id,
  s.status = 'cancelled' OR a.application_status = 'cancelled' AS is_over
FROM instalments i
JOIN payment_schedules s ON s.id = i.schedule_id
JOIN passport_applications a ON a.id = s.application_id
WHERE i.status = 'paid' AND i.amount_cents > (
  SELECT coalesce(sum(p.received_cents - coalesce(p.refunded_cents, 0)), 0) FROM payments p WHERE p.instalment_id = i.id);--> statement-breakpoint
UPDATE instalments i SET status = CASE WHEN r.is_over THEN 'cancelled' ELSE 'due' END, updated_at = now()
FROM reopened r WHERE r.id = i.id;--> statement-breakpoint
UPDATE instalments i SET status = 'cancelled', updated_at = now()
FROM reopened r WHERE r.schedule_id = i.schedule_id AND r.is_over AND i.status IN ('scheduled', 'due', 'overdue');--> statement-breakpoint
UPDATE payment_schedules s SET updated_at = now(), status = CASE
  WHEN r.is_over THEN 'cancelled'
  WHEN EXISTS (SELECT 1 FROM instalments i WHERE i.schedule_id = s.id AND i.status = 'overdue') THEN 'past_due'
  ELSE 'active' END
FROM reopened r WHERE r.schedule_id = s.id;--> statement-breakpoint
UPDATE passport_applications a SET
  payment_status = CASE WHEN a.payment_status = 'completed' THEN 'partially_paid' ELSE a.payment_status END,
  kit_released_at = CASE WHEN s.kit_release = 'first_payment' AND EXISTS (
      SELECT 1 FROM instalments i WHERE i.schedule_id = s.id AND i.number = 1 AND i.status = 'paid')
    THEN a.kit_released_at END
FROM reopened r JOIN payment_schedules s ON s.id = r.schedule_id WHERE r.application_id = a.id;--> statement-breakpoint

-- The journal of everything until today, by the rules of journal.rules.ts.
INSERT INTO "journal" (at, day, period, kind, debit, credit, asset, amount, source, application_id, instalment_id, is_test)
SELECT t.at, (t.at AT TIME ZONE 'UTC')::date, '2000-01-01', 'charge', 'receivable', 'kit_orders', 'USD', i.amount_cents,
  'charge:' || i.id, s.application_id, i.id, false
FROM instalments i
JOIN payment_schedules s ON s.id = i.schedule_id
JOIN passport_applications a ON a.id = s.application_id
CROSS JOIN LATERAL (SELECT coalesce(a.submitted_at, s.created_at) AS at) t
WHERE a.application_status <> 'draft' AND (s.status <> 'cancelled' OR EXISTS (
  SELECT 1 FROM payments p JOIN instalments own ON own.id = p.instalment_id
  WHERE own.schedule_id = s.id AND p.received_cents IS NOT NULL));--> statement-breakpoint

INSERT INTO "journal" (at, day, period, kind, debit, credit, asset, amount, source, application_id, instalment_id,
  payment_id, is_test)
SELECT m.at, m.day, '2000-01-01', m.kind, m.debit, m.credit, 'USD', m.amount, 'payment-event:' || m.id || ':' || m.debit,
  s.application_id, m.instalment_id, m.payment_id, m.is_test
FROM (
  WITH step AS (
    SELECT e.id, e.at, e."from", e."to", p.id AS payment_id, p.instalment_id, p.is_test, p.received_cents AS received,
      CASE p.rail WHEN 'crypto' THEN 'exchange' ELSE p.rail END AS account,
      coalesce(max((e.data->>'refundedCents')::bigint)
        OVER (PARTITION BY e.payment_id ORDER BY e.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before,
      coalesce(max((e.data->>'refundedCents')::bigint) OVER (PARTITION BY e.payment_id ORDER BY e.id), 0) AS back,
      coalesce((e.data->>'receivedOn')::date, (e.data->>'refundedOn')::date, (e.at AT TIME ZONE 'UTC')::date) AS day
    FROM payment_events e JOIN payments p ON p.id = e.payment_id WHERE p.received_cents IS NOT NULL
  )
  SELECT *, 'received' AS kind, account AS debit, 'receivable' AS credit, received AS amount
    FROM step WHERE "from" = 'processing' AND "to" = 'succeeded'
  UNION ALL SELECT *, 'dispute_opened', 'disputes', account, received - before FROM step WHERE "to" = 'disputed'
  UNION ALL SELECT *, 'dispute_ended', 'receivable', 'disputes', back - before FROM step WHERE "from" = 'disputed'
  UNION ALL SELECT *, 'dispute_ended', account, 'disputes', received - back FROM step WHERE "from" = 'disputed'
  UNION ALL SELECT *, 'refunded', 'receivable', account, back - before FROM step
    WHERE "to" IN ('refunded', 'partially_refunded') AND "from" <> 'disputed'
) m
JOIN instalments i ON i.id = m.instalment_id
JOIN payment_schedules s ON s.id = i.schedule_id
WHERE m.amount > 0
ORDER BY m.id;--> statement-breakpoint

INSERT INTO "journal" (at, day, period, kind, debit, credit, asset, amount, source, instalment_id, payment_id, is_test)
SELECT c.updated_at, (c.block_at AT TIME ZONE 'UTC')::date, '2000-01-01', 'exchange',
  CASE c.token WHEN 'ETH' THEN 'treasury_eth' ELSE 'treasury_usdt' END, 'exchange', c.token, c.units, 'chain:' || c.id,
  p.instalment_id, p.id, p.is_test
FROM chain_receipts c JOIN payments p ON p.id = c.payment_id WHERE c.state = 'final';--> statement-breakpoint

-- What is cancelled or waived is owed no more.
INSERT INTO "journal" (at, day, period, kind, debit, credit, asset, amount, source, application_id, instalment_id, is_test)
SELECT i.updated_at, (i.updated_at AT TIME ZONE 'UTC')::date, '2000-01-01',
  CASE i.status WHEN 'waived' THEN 'charge_waived' ELSE 'charge_cancelled' END,
  CASE i.status WHEN 'waived' THEN 'written_off' ELSE 'kit_orders' END, 'receivable', 'USD', owed.amount,
  'charge-end:' || i.id || ':' || i.updated_at, s.application_id, i.id, false
FROM instalments i
JOIN payment_schedules s ON s.id = i.schedule_id
JOIN (
  SELECT instalment_id, sum(CASE WHEN debit = 'receivable' THEN amount WHEN credit = 'receivable' THEN -amount ELSE 0 END) AS amount
  FROM "journal" WHERE instalment_id IS NOT NULL GROUP BY instalment_id
) owed ON owed.instalment_id = i.id
WHERE i.status IN ('cancelled', 'waived') AND owed.amount > 0;
