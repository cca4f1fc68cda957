CREATE TABLE "payment_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"from" text,
	"to" text NOT NULL,
	"actor" text NOT NULL,
	"actor_id" uuid,
	"reason" text,
	"data" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"instalment_id" uuid NOT NULL,
	"rail" text NOT NULL,
	"status" text NOT NULL,
	"flag" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"rail_reference" text,
	"claim_number" text,
	"number_in_review" boolean NOT NULL,
	"received_cents" bigint,
	"received_on" date,
	"statement_line" text,
	"reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_cents" > 0 and ("payments"."received_cents" is null or "payments"."received_cents" > 0)),
	CONSTRAINT "payments_received" CHECK ("payments"."status" <> 'succeeded' or "payments"."received_cents" is not null)
);
--> statement-breakpoint
CREATE TABLE "payment_config" (
	"id" uuid PRIMARY KEY NOT NULL,
	"config_type" text NOT NULL,
	"config_data" jsonb NOT NULL,
	"is_active" boolean NOT NULL,
	"updated_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "instalments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"schedule_id" uuid NOT NULL,
	"number" smallint NOT NULL,
	"amount_cents" bigint NOT NULL,
	"due_on" date NOT NULL,
	"status" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "instalments_schedule_number" UNIQUE("schedule_id","number"),
	CONSTRAINT "instalments_price" CHECK ("instalments"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_schedules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"plan" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"payments" smallint NOT NULL,
	"status" text NOT NULL,
	"priced_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_schedules_price" CHECK ("payment_schedules"."amount_cents" > 0 and "payment_schedules"."payments" > 0)
);
--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_instalment_id_instalments_id_fk" FOREIGN KEY ("instalment_id") REFERENCES "public"."instalments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instalments" ADD CONSTRAINT "instalments_schedule_id_payment_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."payment_schedules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_schedules" ADD CONSTRAINT "payment_schedules_application_id_passport_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."passport_applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_events_payment" ON "payment_events" USING btree ("payment_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_rail_reference" ON "payments" USING btree ("rail","rail_reference");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_claim_number" ON "payments" USING btree ("rail","claim_number") WHERE "payments"."status" <> 'failed' and not "payments"."number_in_review";--> statement-breakpoint
CREATE UNIQUE INDEX "payments_statement_line" ON "payments" USING btree ("rail","statement_line");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_open" ON "payments" USING btree ("instalment_id") WHERE "payments"."status" in ('created', 'action_required', 'awaiting_transfer', 'claimed', 'processing');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_succeeded" ON "payments" USING btree ("instalment_id") WHERE "payments"."status" = 'succeeded' and "payments"."flag" <> 'under';--> statement-breakpoint
CREATE INDEX "payments_instalment" ON "payments" USING btree ("instalment_id");--> statement-breakpoint
CREATE INDEX "payments_queue" ON "payments" USING btree ("status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "payment_config_one_active" ON "payment_config" USING btree ("config_type") WHERE "payment_config"."is_active";--> statement-breakpoint
CREATE INDEX "payment_config_newest" ON "payment_config" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "instalments_due" ON "instalments" USING btree ("status","due_on");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_schedules_one_live" ON "payment_schedules" USING btree ("application_id") WHERE "payment_schedules"."status" <> 'cancelled';