CREATE TABLE "paypal_refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"capture_id" text NOT NULL,
	"client_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"refunded_before_cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"refund_id" text,
	"issue" text,
	"requested_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "paypal_refunds_refund_id_unique" UNIQUE("refund_id"),
	CONSTRAINT "paypal_refunds_amount" CHECK ("paypal_refunds"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "receipts" DROP CONSTRAINT "receipts_payment_id_unique";--> statement-breakpoint
DROP INDEX "payment_events_refunds";--> statement-breakpoint
ALTER TABLE "paypal_refunds" ADD CONSTRAINT "paypal_refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "paypal_refunds_one_open" ON "paypal_refunds" USING btree ("payment_id") WHERE "paypal_refunds"."state" in ('asked', 'pending');--> statement-breakpoint
CREATE INDEX "paypal_refunds_payment" ON "paypal_refunds" USING btree ("payment_id","created_at");--> statement-breakpoint
CREATE INDEX "receipts_payment" ON "receipts" USING btree ("payment_id","number");--> statement-breakpoint
CREATE INDEX "payment_events_refunds" ON "payment_events" USING btree ("payment_id","id") WHERE "payment_events"."data" ? 'refundedCents';