CREATE TABLE "rail_checks" (
	"name" text PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"complete_until" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone,
	"problem" text,
	"balance" numeric(78, 0),
	"is_test" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "paypal_disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"capture_id" text NOT NULL,
	"payment_id" uuid,
	"status" text NOT NULL,
	"reason" text,
	"life_cycle" text,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"due_at" timestamp with time zone,
	"outcome" text,
	"returned_cents" bigint,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "paypal_lines" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"event_code" text NOT NULL,
	"status" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"reference_id" text,
	"invoice_id" text,
	"custom_field" text,
	"whole" jsonb NOT NULL,
	"state" text NOT NULL,
	"payment_id" uuid,
	"is_booked" boolean DEFAULT false NOT NULL,
	"refund_request_id" uuid,
	"is_test" boolean NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "paypal_lines_state" CHECK ("paypal_lines"."state" in ('new', 'pending', 'matched', 'unmatched', 'decided'))
);
--> statement-breakpoint
ALTER TABLE "paypal_disputes" ADD CONSTRAINT "paypal_disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paypal_lines" ADD CONSTRAINT "paypal_lines_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "paypal_disputes_payment" ON "paypal_disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "paypal_disputes_open" ON "paypal_disputes" USING btree ("updated_at") WHERE "paypal_disputes"."status" <> 'RESOLVED';--> statement-breakpoint
CREATE UNIQUE INDEX "paypal_lines_transaction" ON "paypal_lines" USING btree ("transaction_id","event_code");--> statement-breakpoint
CREATE INDEX "paypal_lines_reference" ON "paypal_lines" USING btree ("reference_id") WHERE "paypal_lines"."reference_id" is not null;--> statement-breakpoint
CREATE INDEX "paypal_lines_open" ON "paypal_lines" USING btree ("id") WHERE "paypal_lines"."state" in ('new', 'pending', 'unmatched');--> statement-breakpoint
CREATE INDEX "paypal_lines_payment" ON "paypal_lines" USING btree ("payment_id") WHERE "paypal_lines"."payment_id" is not null;