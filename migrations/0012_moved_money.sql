CREATE TABLE "money_moves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"operation_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"to_instalment_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"moved_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "money_moves_amount" CHECK ("money_moves"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "journal" DROP CONSTRAINT "journal_accounts";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "moved_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "instalment_id" uuid;--> statement-breakpoint
ALTER TABLE "instalments" ADD COLUMN "credited_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_schedules" ADD COLUMN "ended_by" uuid;--> statement-breakpoint
ALTER TABLE "paypal_orders" ADD COLUMN "invoice_round" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "money_moves" ADD CONSTRAINT "money_moves_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_moves" ADD CONSTRAINT "money_moves_to_instalment_id_instalments_id_fk" FOREIGN KEY ("to_instalment_id") REFERENCES "public"."instalments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "money_moves_payment" ON "money_moves" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "money_moves_instalment" ON "money_moves" USING btree ("to_instalment_id");--> statement-breakpoint
CREATE INDEX "money_moves_operation" ON "money_moves" USING btree ("operation_id");--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_instalment_id_instalments_id_fk" FOREIGN KEY ("instalment_id") REFERENCES "public"."instalments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal" ADD CONSTRAINT "journal_accounts" CHECK ("journal"."debit" in ('receivable', 'kit_orders', 'paypal', 'paypal_fees', 'bank', 'zelle', 'treasury_eth', 'treasury_usdt', 'exchange', 'network_fees', 'refunds', 'disputes', 'unmatched', 'in_transit', 'opening', 'donations', 'other_income', 'spending', 'written_off', 'moved') and "journal"."credit" in ('receivable', 'kit_orders', 'paypal', 'paypal_fees', 'bank', 'zelle', 'treasury_eth', 'treasury_usdt', 'exchange', 'network_fees', 'refunds', 'disputes', 'unmatched', 'in_transit', 'opening', 'donations', 'other_income', 'spending', 'written_off', 'moved'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_moved" CHECK ("payments"."moved_cents" >= 0);--> statement-breakpoint
ALTER TABLE "instalments" ADD CONSTRAINT "instalments_credited" CHECK ("instalments"."credited_cents" >= 0);