CREATE TABLE "statement_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"contains" text NOT NULL,
	"is_debit" boolean NOT NULL,
	"account" text NOT NULL,
	"reason" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "statement_rules_account" CHECK ("statement_rules"."account" in ('donations', 'other_income', 'spending', 'in_transit'))
);--> statement-breakpoint
DROP INDEX "statement_lines_proof";--> statement-breakpoint
ALTER TABLE "paypal_orders" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "paypal_orders" ADD COLUMN "paypal_code" text;--> statement-breakpoint
ALTER TABLE "paypal_disputes" ADD COLUMN "responses" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "paypal_disputes" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "paypal_disputes" ADD COLUMN "answer_note" text;--> statement-breakpoint
ALTER TABLE "paypal_disputes" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "paypal_disputes" ADD COLUMN "is_answer_sent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_imports" ADD COLUMN "opening_cents" bigint;--> statement-breakpoint
ALTER TABLE "statement_imports" ADD COLUMN "closing_cents" bigint;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "refund_event_id" bigint;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "reason" text;--> statement-breakpoint
CREATE UNIQUE INDEX "statement_rules_words" ON "statement_rules" USING btree ("contains","is_debit");--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_refund_event_id_payment_events_id_fk" FOREIGN KEY ("refund_event_id") REFERENCES "public"."payment_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "paypal_disputes_capture" ON "paypal_disputes" USING btree ("capture_id");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_refund" ON "statement_lines" USING btree ("refund_event_id") WHERE "statement_lines"."refund_event_id" is not null;--> statement-breakpoint
CREATE INDEX "statement_lines_open" ON "statement_lines" USING btree ("import_id") WHERE not (("statement_lines"."payment_id" is not null or "statement_lines"."refund_event_id" is not null or "statement_lines"."decision" is not null));--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_proof" ON "statement_lines" USING btree ("digest") WHERE ("statement_lines"."payment_id" is not null or "statement_lines"."refund_event_id" is not null or "statement_lines"."decision" is not null);--> statement-breakpoint
-- Why an order ended or waits, and PayPal's code for it, were one text.
UPDATE "paypal_orders" SET
	"reason" = case
		when "issue" like 'PAYPAL_SAYS_%' then 'PAYPAL_SAYS'
		when "issue" in ('ORDER_CREATED', 'ORDER_SAVED', 'ORDER_APPROVED', 'ORDER_VOIDED', 'ORDER_COMPLETED', 'ORDER_PAYER_ACTION_REQUIRED') then 'ORDER'
		when "issue" in ('NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE', 'NOT_ENABLED_FOR_VAULTING', 'PAYPAL_WALLET_VAULTING_NOT_ENABLED') then 'VAULT_OFF'
		when "issue" in ('INVALID_RESOURCE_ID', 'RESOURCE_NOT_FOUND', 'TOKEN_ID_NOT_FOUND', 'PAYMENT_TOKEN_NOT_FOUND', 'INVALID_VAULT_ID', 'VAULT_ID_NOT_FOUND') then 'ACCOUNT_GONE'
		when "issue" in ('DUPLICATE_INVOICE_ID', 'MISMATCH', 'CAPTURED_AFTER_DECLINE', 'NOT_ASKED_FOR', 'GONE_AT_PAYPAL', 'UNKNOWN_TOO_LONG', 'NOT_APPROVED', 'NOT_APPROVED_ANY_MORE', 'PAID_OTHERWISE', 'PAID_BY_ANOTHER_ORDER', 'PAYMENT_ENDED', 'REPLACED', 'NEVER_SHOWN') then "issue"
		else 'REFUSED' end,
	"paypal_code" = case
		when "issue" like 'PAYPAL_SAYS_%' then substr("issue", 13)
		when "issue" in ('ORDER_CREATED', 'ORDER_SAVED', 'ORDER_APPROVED', 'ORDER_VOIDED', 'ORDER_COMPLETED', 'ORDER_PAYER_ACTION_REQUIRED') then substr("issue", 7)
		when "issue" in ('MISMATCH', 'CAPTURED_AFTER_DECLINE', 'NOT_ASKED_FOR', 'GONE_AT_PAYPAL', 'UNKNOWN_TOO_LONG', 'NOT_APPROVED', 'NOT_APPROVED_ANY_MORE', 'PAID_OTHERWISE', 'PAID_BY_ANOTHER_ORDER', 'PAYMENT_ENDED', 'REPLACED', 'NEVER_SHOWN') then null
		else "issue" end
WHERE "issue" is not null;--> statement-breakpoint
ALTER TABLE "paypal_orders" DROP COLUMN "issue";--> statement-breakpoint
ALTER TABLE "paypal_orders" ADD CONSTRAINT "paypal_orders_reason" CHECK ("paypal_orders"."reason" in ('REFUSED', 'ORDER', 'VAULT_OFF', 'ACCOUNT_GONE', 'DUPLICATE_INVOICE_ID', 'MISMATCH', 'PAYPAL_SAYS', 'CAPTURED_AFTER_DECLINE', 'NOT_ASKED_FOR', 'GONE_AT_PAYPAL', 'UNKNOWN_TOO_LONG', 'NOT_APPROVED', 'NOT_APPROVED_ANY_MORE', 'PAID_OTHERWISE', 'PAID_BY_ANOTHER_ORDER', 'PAYMENT_ENDED', 'REPLACED', 'NEVER_SHOWN'));--> statement-breakpoint
ALTER TABLE "paypal_orders" ADD CONSTRAINT "paypal_orders_code" CHECK ("paypal_orders"."paypal_code" is null or "paypal_orders"."reason" is not null);--> statement-breakpoint
ALTER TABLE "paypal_disputes" ADD CONSTRAINT "paypal_disputes_answer" CHECK ("paypal_disputes"."answer" in ('accept', 'evidence', 'elsewhere'));--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_decision" CHECK ("statement_lines"."decision" in ('donations', 'other_income', 'spending', 'in_transit', 'dismissed'));--> statement-breakpoint
ALTER TABLE "paypal_lines" DROP COLUMN "is_booked";--> statement-breakpoint
ALTER TABLE "statement_imports" DROP COLUMN "applied_at";--> statement-breakpoint
ALTER TABLE "statement_imports" DROP COLUMN "undone_at";