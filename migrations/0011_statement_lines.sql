CREATE TABLE "statement_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"contains" text NOT NULL,
	"is_debit" boolean NOT NULL,
	"account" text NOT NULL,
	"reason" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "statement_rules_account" CHECK ("statement_rules"."account" in ('donations', 'other_income', 'spending', 'in_transit'))
);
--> statement-breakpoint
DROP INDEX "statement_lines_proof";--> statement-breakpoint
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
ALTER TABLE "paypal_disputes" ADD CONSTRAINT "paypal_disputes_answer" CHECK ("paypal_disputes"."answer" in ('accept', 'evidence', 'elsewhere'));--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_decision" CHECK ("statement_lines"."decision" in ('donations', 'other_income', 'spending', 'in_transit', 'dismissed'));