CREATE TABLE "payment_reminders" (
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_reminders_payment_id_kind_pk" PRIMARY KEY("payment_id","kind")
);
--> statement-breakpoint
ALTER TABLE "statement_imports" ADD COLUMN "left_out" jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_imports" ADD COLUMN "state" text NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_imports" ADD COLUMN "applied_by" uuid;--> statement-breakpoint
ALTER TABLE "statement_imports" ADD COLUMN "locale" text;--> statement-breakpoint
ALTER TABLE "statement_imports" ADD COLUMN "book_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "statement_imports" ADD COLUMN "booked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "keys" text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "chosen_instalment_id" uuid;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "chosen_payment_id" uuid;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "payment_reminders" ADD CONSTRAINT "payment_reminders_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_reminders_kind" ON "payment_reminders" USING btree ("kind","sent_at");--> statement-breakpoint
ALTER TABLE "statement_imports" ADD CONSTRAINT "statement_imports_applied_by_users_id_fk" FOREIGN KEY ("applied_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_chosen_instalment_id_instalments_id_fk" FOREIGN KEY ("chosen_instalment_id") REFERENCES "public"."instalments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_chosen_payment_id_payments_id_fk" FOREIGN KEY ("chosen_payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "statement_imports_newest" ON "statement_imports" USING btree ("added_at","id");--> statement-breakpoint
CREATE INDEX "statement_imports_to_book" ON "statement_imports" USING btree ("book_at") WHERE "statement_imports"."state" <> 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_proof" ON "statement_lines" USING btree ("digest") WHERE "statement_lines"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "statement_lines_amount" ON "statement_lines" USING btree ("amount_cents","booked_on") WHERE "statement_lines"."payment_id" is null;--> statement-breakpoint
CREATE INDEX "statement_lines_keys" ON "statement_lines" USING gin ("keys");--> statement-breakpoint
CREATE INDEX "payments_claim_key" ON "payments" USING btree ("rail",translate(regexp_replace("claim_number", '[^A-Z0-9]', '', 'g'), 'OIL', '011')) WHERE "payments"."claim_number" is not null;