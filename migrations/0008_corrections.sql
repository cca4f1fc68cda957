ALTER TABLE "receipts" DROP CONSTRAINT "receipts_payment_id_unique";--> statement-breakpoint
DROP INDEX "payment_events_refunds";--> statement-breakpoint
CREATE INDEX "receipts_payment" ON "receipts" USING btree ("payment_id","number");--> statement-breakpoint
CREATE INDEX "payment_events_refunds" ON "payment_events" USING btree ("payment_id","id") WHERE "payment_events"."data" ? 'refundedCents';