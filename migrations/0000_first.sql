CREATE TABLE "audit_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject" text,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"body_digest" text NOT NULL,
	"status" smallint NOT NULL,
	"answer" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_scope_key_pk" PRIMARY KEY("scope","key")
);
--> statement-breakpoint
CREATE TABLE "page_version" (
	"id" integer PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "used_proofs" (
	"signature" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"sess" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"authenticated_at" timestamp with time zone NOT NULL,
	"expire" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "application_owners" (
	"token_digest" text NOT NULL,
	"application_id" uuid NOT NULL,
	"bound_at" timestamp with time zone NOT NULL,
	"proven_at" timestamp with time zone NOT NULL,
	CONSTRAINT "application_owners_token_digest_application_id_pk" PRIMARY KEY("token_digest","application_id")
);
--> statement-breakpoint
CREATE TABLE "passport_applications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"date_of_birth" text NOT NULL,
	"place_of_birth" text NOT NULL,
	"current_nationality" text NOT NULL,
	"telephone" text NOT NULL,
	"email" text NOT NULL,
	"home_address" text NOT NULL,
	"payment_plan" text NOT NULL,
	"payment_amount_cents" bigint NOT NULL,
	"payment_method" text NOT NULL,
	"paypal_order_id" text,
	"payment_status" text NOT NULL,
	"application_status" text NOT NULL,
	"notice_version" text,
	"notice_acknowledged_at" timestamp with time zone,
	"wants_news" boolean NOT NULL,
	"locale" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"submitted_at" timestamp with time zone,
	CONSTRAINT "passport_applications_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "contact_submissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"country" text NOT NULL,
	"message" text NOT NULL,
	"wants_news" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unity_declarations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"country" text NOT NULL,
	"wants_news" boolean NOT NULL,
	"signed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "unity_declarations_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "email_configs" (
	"type" text PRIMARY KEY NOT NULL,
	"config_data" jsonb NOT NULL,
	"sealed_password" text NOT NULL,
	"is_active" boolean NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_logs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient_email" text NOT NULL,
	"subject" text NOT NULL,
	"email_type" text NOT NULL,
	"status" text NOT NULL,
	"error_message" text,
	"config_type" text,
	"sent_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_settings" (
	"id" smallint PRIMARY KEY NOT NULL,
	"notification_email" text,
	"updated_by" uuid,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outgoing_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"batch_id" text NOT NULL,
	"recipient_address" text NOT NULL,
	"recipient_name" text NOT NULL,
	"reply_to" jsonb,
	"template" text NOT NULL,
	"sealed_props" text NOT NULL,
	"subject" text,
	"locale" text NOT NULL,
	"kind" text NOT NULL,
	"email_type" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"message_id" text NOT NULL,
	"error" text,
	"config_type" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "outgoing_mails_message_id_unique" UNIQUE("message_id"),
	CONSTRAINT "outgoing_mails_once" UNIQUE("batch_id","recipient_address")
);
--> statement-breakpoint
CREATE TABLE "login_tries" (
	"account" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL,
	"strikes" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"profile_image_url" text,
	"password" text NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_email_is_lower" CHECK ("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
CREATE TABLE "one_time_links" (
	"digest" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
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
ALTER TABLE "application_owners" ADD CONSTRAINT "application_owners_application_id_passport_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."passport_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_instalment_id_instalments_id_fk" FOREIGN KEY ("instalment_id") REFERENCES "public"."instalments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instalments" ADD CONSTRAINT "instalments_schedule_id_payment_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."payment_schedules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_schedules" ADD CONSTRAINT "payment_schedules_application_id_passport_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."passport_applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "application_owners_application" ON "application_owners" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "passport_applications_newest" ON "passport_applications" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "passport_applications_email" ON "passport_applications" USING btree ("email");--> statement-breakpoint
CREATE INDEX "passport_applications_status" ON "passport_applications" USING btree ("application_status");--> statement-breakpoint
CREATE INDEX "contact_submissions_newest" ON "contact_submissions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "contact_submissions_email" ON "contact_submissions" USING btree ("email");--> statement-breakpoint
CREATE INDEX "unity_declarations_newest" ON "unity_declarations" USING btree ("signed_at","id");--> statement-breakpoint
CREATE INDEX "unity_declarations_country" ON "unity_declarations" USING btree ("country");--> statement-breakpoint
CREATE UNIQUE INDEX "email_configs_one_active" ON "email_configs" USING btree ("is_active") WHERE "email_configs"."is_active";--> statement-breakpoint
CREATE INDEX "email_logs_newest" ON "email_logs" USING btree ("sent_at","id");--> statement-breakpoint
CREATE INDEX "email_logs_recipient" ON "email_logs" USING btree ("recipient_email");--> statement-breakpoint
CREATE INDEX "outgoing_mails_due" ON "outgoing_mails" USING btree ("next_attempt_at") WHERE "outgoing_mails"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "login_tries_window" ON "login_tries" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_administrators" ON "users" USING btree ("id") WHERE "users"."is_admin";--> statement-breakpoint
CREATE INDEX "payment_events_payment" ON "payment_events" USING btree ("payment_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_rail_reference" ON "payments" USING btree ("rail","rail_reference");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_claim_number" ON "payments" USING btree ("rail","claim_number") WHERE "payments"."status" <> 'failed' and not "payments"."number_in_review";--> statement-breakpoint
CREATE UNIQUE INDEX "payments_statement_line" ON "payments" USING btree ("rail","statement_line");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_open" ON "payments" USING btree ("instalment_id") WHERE "payments"."status" in ('created', 'action_required', 'awaiting_transfer', 'claimed', 'processing');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_succeeded" ON "payments" USING btree ("instalment_id") WHERE "payments"."status" = 'succeeded' and "payments"."flag" <> 'under';--> statement-breakpoint
CREATE INDEX "payments_instalment" ON "payments" USING btree ("instalment_id");--> statement-breakpoint
CREATE INDEX "payments_queue" ON "payments" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_config_one_active" ON "payment_config" USING btree ("config_type") WHERE "payment_config"."is_active";--> statement-breakpoint
CREATE INDEX "payment_config_newest" ON "payment_config" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "instalments_due" ON "instalments" USING btree ("status","due_on");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_schedules_one_live" ON "payment_schedules" USING btree ("application_id") WHERE "payment_schedules"."status" <> 'cancelled';