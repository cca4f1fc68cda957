CREATE TABLE "chain_watches" (
	"chain_id" integer PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chain_receipts" ADD COLUMN "sent_units" numeric(78, 0);--> statement-breakpoint
ALTER TABLE "chain_receipts" ADD COLUMN "decision" text;--> statement-breakpoint
CREATE INDEX "chain_receipts_payment" ON "chain_receipts" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "crypto_quotes_hint" ON "crypto_quotes" USING btree ("tx_hash") WHERE "crypto_quotes"."state" = 'open' and "crypto_quotes"."tx_hash" is not null;--> statement-breakpoint
CREATE INDEX "crypto_quotes_address" ON "crypto_quotes" USING btree ("address");