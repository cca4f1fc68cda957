CREATE TABLE "treasury_balances" (
	"chain_id" integer NOT NULL,
	"address" text NOT NULL,
	"token" text NOT NULL,
	"block" bigint NOT NULL,
	"units" numeric(78, 0) NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "treasury_balances_chain_id_address_token_pk" PRIMARY KEY("chain_id","address","token")
);
--> statement-breakpoint
CREATE TABLE "treasury_differences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"chain_id" integer NOT NULL,
	"address" text NOT NULL,
	"token" text NOT NULL,
	"units" numeric(78, 0) NOT NULL,
	"from_block" bigint NOT NULL,
	"to_block" bigint NOT NULL,
	"decision" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "crypto_quotes" ADD COLUMN "sender" text;--> statement-breakpoint
CREATE INDEX "treasury_differences_open" ON "treasury_differences" USING btree ("created_at") WHERE "treasury_differences"."decision" is null;--> statement-breakpoint
CREATE INDEX "crypto_quotes_sender" ON "crypto_quotes" USING btree ("sender") WHERE "crypto_quotes"."state" = 'open' and "crypto_quotes"."sender" is not null;