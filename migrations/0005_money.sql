CREATE TABLE "application_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL,
	"actor" text NOT NULL,
	"actor_id" uuid,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "shipments" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"courier" text,
	"tracking_number" text,
	"label_printed_at" timestamp with time zone,
	"dispatched_at" timestamp with time zone,
	"dispatched_by" uuid,
	"delivered_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "paypal_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"request_id" uuid NOT NULL,
	"order_id" text,
	"capture_request_id" uuid NOT NULL,
	"capture_id" text,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"token_digest" text,
	"wants_vault" boolean NOT NULL,
	"issue" text,
	"ask_at" timestamp with time zone,
	"asked" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "paypal_orders_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "paypal_orders_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "paypal_orders_capture_request_id_unique" UNIQUE("capture_request_id"),
	CONSTRAINT "paypal_orders_capture_id_unique" UNIQUE("capture_id"),
	CONSTRAINT "paypal_orders_amount" CHECK ("paypal_orders"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "vault_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"schedule_id" uuid NOT NULL,
	"sealed" text NOT NULL,
	"digest" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "chain_blocks" (
	"chain_id" integer NOT NULL,
	"number" bigint NOT NULL,
	"hash" text NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "chain_blocks_chain_id_number_pk" PRIMARY KEY("chain_id","number")
);
--> statement-breakpoint
CREATE TABLE "chain_receipts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"chain_id" integer NOT NULL,
	"tx_hash" text NOT NULL,
	"log_index" integer NOT NULL,
	"token" text NOT NULL,
	"from_address" text NOT NULL,
	"to_address" text NOT NULL,
	"units" numeric(78, 0) NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"block_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"quote_id" uuid,
	"payment_id" uuid,
	"review_reason" text,
	"seen_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "chain_receipts_units" CHECK ("chain_receipts"."units" > 0)
);
--> statement-breakpoint
CREATE TABLE "crypto_quotes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"token_digest" text NOT NULL,
	"token" text NOT NULL,
	"state" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"units" numeric(78, 0) NOT NULL,
	"rate" text NOT NULL,
	"source" text NOT NULL,
	"chain_id" integer NOT NULL,
	"address" text NOT NULL,
	"contract" text,
	"tx_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"watched_until" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "crypto_quotes_units" CHECK ("crypto_quotes"."units" > 0 and "crypto_quotes"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "statement_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"rail" text NOT NULL,
	"file_name" text NOT NULL,
	"columns" jsonb NOT NULL,
	"added_by" uuid NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"applied_at" timestamp with time zone,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "statement_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"booked_on" date NOT NULL,
	"amount_cents" bigint NOT NULL,
	"text" text NOT NULL,
	"digest" text NOT NULL,
	"payment_id" uuid
);
--> statement-breakpoint
CREATE TABLE "receipt_counters" (
	"name" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"number" integer PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"facts" jsonb NOT NULL,
	"locale" text NOT NULL,
	CONSTRAINT "receipts_payment_id_unique" UNIQUE("payment_id"),
	CONSTRAINT "receipts_number" CHECK ("receipts"."number" > 0)
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"rail" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"resource_id" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"handled_at" timestamp with time zone,
	"outcome" text,
	CONSTRAINT "webhook_events_rail_event_id_pk" PRIMARY KEY("rail","event_id")
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunded_cents" bigint;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "application_events" ADD CONSTRAINT "application_events_application_id_passport_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."passport_applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_application_id_passport_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."passport_applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_dispatched_by_users_id_fk" FOREIGN KEY ("dispatched_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paypal_orders" ADD CONSTRAINT "paypal_orders_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vault_tokens" ADD CONSTRAINT "vault_tokens_schedule_id_payment_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."payment_schedules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_receipts" ADD CONSTRAINT "chain_receipts_quote_id_crypto_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."crypto_quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_receipts" ADD CONSTRAINT "chain_receipts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crypto_quotes" ADD CONSTRAINT "crypto_quotes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_imports" ADD CONSTRAINT "statement_imports_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_import_id_statement_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."statement_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_events_application" ON "application_events" USING btree ("application_id","id");--> statement-breakpoint
CREATE INDEX "paypal_orders_payment" ON "paypal_orders" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "paypal_orders_to_ask" ON "paypal_orders" USING btree ("ask_at") WHERE "paypal_orders"."ask_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "paypal_orders_one_live" ON "paypal_orders" USING btree ("payment_id") WHERE "paypal_orders"."state" in ('creating', 'created', 'capturing');--> statement-breakpoint
CREATE UNIQUE INDEX "vault_tokens_one_live" ON "vault_tokens" USING btree ("schedule_id") WHERE "vault_tokens"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "vault_tokens_digest" ON "vault_tokens" USING btree ("digest");--> statement-breakpoint
CREATE UNIQUE INDEX "chain_receipts_once" ON "chain_receipts" USING btree ("chain_id","tx_hash","log_index");--> statement-breakpoint
CREATE INDEX "chain_receipts_quote" ON "chain_receipts" USING btree ("quote_id");--> statement-breakpoint
CREATE INDEX "chain_receipts_state" ON "chain_receipts" USING btree ("state","block_number");--> statement-breakpoint
CREATE UNIQUE INDEX "crypto_quotes_amount" ON "crypto_quotes" USING btree ("token","units") WHERE "crypto_quotes"."state" = 'open';--> statement-breakpoint
CREATE INDEX "crypto_quotes_open" ON "crypto_quotes" USING btree ("address","token") WHERE "crypto_quotes"."state" = 'open';--> statement-breakpoint
CREATE INDEX "crypto_quotes_payment" ON "crypto_quotes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "crypto_quotes_watched" ON "crypto_quotes" USING btree ("watched_until") WHERE "crypto_quotes"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_row" ON "statement_lines" USING btree ("import_id","row");--> statement-breakpoint
CREATE INDEX "statement_lines_digest" ON "statement_lines" USING btree ("digest");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_payment" ON "statement_lines" USING btree ("payment_id") WHERE "statement_lines"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_events_unhandled" ON "webhook_events" USING btree ("received_at") WHERE "webhook_events"."handled_at" is null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refunded" CHECK ("payments"."refunded_cents" is null or ("payments"."refunded_cents" > 0 and "payments"."refunded_cents" <= "payments"."received_cents"));