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
	"expire" timestamp with time zone NOT NULL,
	"id" uuid NOT NULL,
	CONSTRAINT "sessions_id_unique" UNIQUE("id")
);
--> statement-breakpoint
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
	"kit_released_at" timestamp with time zone,
	CONSTRAINT "passport_applications_reference_unique" UNIQUE("reference")
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
CREATE TABLE "audit_chain" (
	"position" bigint PRIMARY KEY NOT NULL,
	"audit_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "audit_chain_audit_id_unique" UNIQUE("audit_id")
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
	"created_at" timestamp with time zone NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_content" (
	"id" uuid PRIMARY KEY NOT NULL,
	"section" text NOT NULL,
	"key" text NOT NULL,
	"language" text NOT NULL,
	"version" integer NOT NULL,
	"status" text NOT NULL,
	"value" text NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "site_content_version" UNIQUE("section","key","language","version"),
	CONSTRAINT "site_content_status" CHECK ("site_content"."status" in ('published', 'draft', 'archived')),
	CONSTRAINT "site_content_draft_is_no_version" CHECK (("site_content"."status" = 'draft') = ("site_content"."version" = 0))
);
--> statement-breakpoint
CREATE TABLE "site_pictures" (
	"name" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unity_declarations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"country" text NOT NULL,
	"wants_news" boolean NOT NULL,
	"signed_at" timestamp with time zone NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"invalidated_at" timestamp with time zone,
	CONSTRAINT "unity_declarations_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "donation_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"updated_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "donation_links_url_unique" UNIQUE("url")
);
--> statement-breakpoint
CREATE TABLE "donations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"donor_name" text,
	"donor_email" text,
	"donor_country" text,
	"donor_phone" text,
	"amount_cents" bigint NOT NULL,
	"payment_method" text DEFAULT 'credit_card' NOT NULL,
	"message" text,
	"is_anonymous" boolean DEFAULT false NOT NULL,
	"received_on" date NOT NULL,
	"recorded_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_digests" (
	"day" date PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"told" jsonb NOT NULL,
	"is_sent" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"content" jsonb NOT NULL,
	"version" integer NOT NULL,
	"saved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_configs" (
	"type" text PRIMARY KEY NOT NULL,
	"config_data" jsonb NOT NULL,
	"sealed_password" text NOT NULL,
	"is_active" boolean NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_settings" (
	"id" smallint PRIMARY KEY NOT NULL,
	"notification_email" text,
	"updated_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"daily_digest" boolean DEFAULT true NOT NULL
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
CREATE TABLE "bulk_mails" (
	"batch_id" uuid NOT NULL,
	"address" text NOT NULL,
	"name" text NOT NULL,
	"locale" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"error" text,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bulk_mails_batch_id_address_pk" PRIMARY KEY("batch_id","address")
);
--> statement-breakpoint
CREATE TABLE "mail_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"audience" jsonb,
	"spread_to" text,
	"is_spread" boolean NOT NULL,
	"state" text NOT NULL,
	"because" jsonb,
	"total" integer NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"uncertain" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"tried" integer DEFAULT 0 NOT NULL,
	"troubled" integer DEFAULT 0 NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"scheduled_for" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mail_lead" (
	"id" smallint PRIMARY KEY NOT NULL,
	"holder" uuid,
	"held_until" timestamp with time zone NOT NULL,
	"resting_until" timestamp with time zone,
	"resting_because" jsonb,
	"times_away" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_limits" (
	"id" smallint PRIMARY KEY NOT NULL,
	"gmail_per_day" integer NOT NULL,
	"alternative_per_day" integer,
	"per_minute" integer,
	"connections" integer NOT NULL,
	"updated_by" uuid NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_suppressions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"reason" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"unsubscribed_at" timestamp with time zone,
	CONSTRAINT "mail_suppressions_address_unique" UNIQUE("address")
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
	"replies_to" text,
	CONSTRAINT "outgoing_mails_message_id_unique" UNIQUE("message_id"),
	CONSTRAINT "outgoing_mails_once" UNIQUE("batch_id","recipient_address")
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
	"locale" text DEFAULT 'en' NOT NULL,
	"email_verified_at" timestamp with time zone,
	"last_seen_at" timestamp with time zone,
	"suspended_at" timestamp with time zone,
	"suspended_for" text,
	"totp_secret" text,
	"totp_confirmed_at" timestamp with time zone,
	"totp_step" bigint,
	"message_mail" boolean DEFAULT true NOT NULL,
	"message_mailed_at" timestamp with time zone,
	"role" text,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_email_is_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('owner', 'finance', 'editor', 'moderator', 'viewer')),
	CONSTRAINT "users_administrators_have_a_role" CHECK ("users"."is_admin" = ("users"."role" is not null))
);
--> statement-breakpoint
CREATE TABLE "one_time_links" (
	"digest" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"user_id" uuid,
	"detail" text
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"challenge" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_user_id_digest_pk" PRIMARY KEY("user_id","digest")
);
--> statement-breakpoint
CREATE TABLE "member_blocks" (
	"blocker_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"blocked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "member_blocks_blocker_id_blocked_id_pk" PRIMARY KEY("blocker_id","blocked_id")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"member_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"last_message_id" uuid NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"unread" integer DEFAULT 0 NOT NULL,
	"is_begun_by_member" boolean NOT NULL,
	"begun_at" timestamp with time zone NOT NULL,
	"muted_at" timestamp with time zone,
	CONSTRAINT "conversations_member_id_other_id_pk" PRIMARY KEY("member_id","other_id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sender_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"subject" text,
	"content" text NOT NULL,
	"is_read" boolean DEFAULT false NOT NULL,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"is_deleted_by_sender" boolean DEFAULT false NOT NULL,
	"is_deleted_by_recipient" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"reporter_id" uuid NOT NULL,
	"reported_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"note" text NOT NULL,
	"subject" text,
	"content" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"outcome" text,
	"resolved_by" uuid,
	"resolved_at" timestamp with time zone,
	"resolution" text,
	CONSTRAINT "message_reports_once" UNIQUE("message_id","reporter_id")
);
--> statement-breakpoint
CREATE TABLE "partner_submissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_name" text NOT NULL,
	"contact_first_name" text NOT NULL,
	"contact_last_name" text NOT NULL,
	"contact_email" text NOT NULL,
	"country" text NOT NULL,
	"organization_type" text NOT NULL,
	"organization_size" text,
	"website" text,
	"partnership_type" text NOT NULL,
	"proposed_contribution" text NOT NULL,
	"message" text NOT NULL,
	"wants_news" boolean NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"created_at" timestamp with time zone NOT NULL
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
	"client_id" text NOT NULL,
	"payee" text,
	"vault_token_id" uuid,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "paypal_orders_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "paypal_orders_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "paypal_orders_capture_request_id_unique" UNIQUE("capture_request_id"),
	CONSTRAINT "paypal_orders_capture_id_unique" UNIQUE("capture_id"),
	CONSTRAINT "paypal_orders_stored" CHECK (("paypal_orders"."kind" = 'stored') = ("paypal_orders"."vault_token_id" is not null)),
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
CREATE TABLE "chain_watches" (
	"chain_id" integer PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL
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
	"sent_units" numeric(78, 0),
	"decision" text,
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
CREATE TABLE "payment_reminders" (
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_reminders_payment_id_kind_pk" PRIMARY KEY("payment_id","kind")
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
	"undone_at" timestamp with time zone,
	"left_out" jsonb NOT NULL,
	"state" text NOT NULL,
	"applied_by" uuid,
	"locale" text,
	"book_at" timestamp with time zone,
	"booked_at" timestamp with time zone
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
	"payment_id" uuid,
	"keys" text[] NOT NULL,
	"chosen_instalment_id" uuid,
	"chosen_payment_id" uuid,
	"failure" text
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
	"refunded_cents" bigint,
	"is_test" boolean DEFAULT false NOT NULL,
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_cents" > 0 and ("payments"."received_cents" is null or "payments"."received_cents" > 0)),
	CONSTRAINT "payments_refunded" CHECK ("payments"."refunded_cents" is null or ("payments"."refunded_cents" > 0 and "payments"."refunded_cents" <= "payments"."received_cents")),
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
	"kit_release" text DEFAULT 'first_payment' NOT NULL,
	CONSTRAINT "payment_schedules_price" CHECK ("payment_schedules"."amount_cents" > 0 and "payment_schedules"."payments" > 0)
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
	"failures" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp with time zone,
	CONSTRAINT "webhook_events_rail_event_id_pk" PRIMARY KEY("rail","event_id")
);
--> statement-breakpoint
CREATE TABLE "member_claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"record_id" uuid NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"email" text NOT NULL,
	CONSTRAINT "member_claims_record" UNIQUE("kind","record_id")
);
--> statement-breakpoint
CREATE TABLE "user_profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"country" text NOT NULL,
	"city" text NOT NULL,
	"bio" text NOT NULL,
	"interests" text NOT NULL,
	"is_public" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "user_profiles_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "closed_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"is_proved" boolean NOT NULL,
	"application_ids" jsonb NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	"next_look_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retention_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"removed" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_by" uuid NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "triage_deeds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"changed_by" uuid NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"before" jsonb NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "contact_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"submission_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"author_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partner_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"submission_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"author_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "volunteer_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"submission_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"author_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"submission_id" uuid NOT NULL,
	"text" text NOT NULL,
	"author_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_triage" (
	"submission_id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"owner_id" uuid,
	"tags" text[] NOT NULL,
	"version" integer NOT NULL,
	"changed_by" uuid NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partner_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"submission_id" uuid NOT NULL,
	"text" text NOT NULL,
	"author_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partner_triage" (
	"submission_id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"owner_id" uuid,
	"tags" text[] NOT NULL,
	"version" integer NOT NULL,
	"changed_by" uuid NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "volunteer_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"submission_id" uuid NOT NULL,
	"text" text NOT NULL,
	"author_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "volunteer_triage" (
	"submission_id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"owner_id" uuid,
	"tags" text[] NOT NULL,
	"version" integer NOT NULL,
	"changed_by" uuid NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "list_choices" (
	"user_id" uuid NOT NULL,
	"list" text NOT NULL,
	"columns" jsonb,
	"views" jsonb NOT NULL,
	"default_view" text,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "list_choices_user_id_list_pk" PRIMARY KEY("user_id","list")
);
--> statement-breakpoint
CREATE TABLE "volunteer_submissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"country" text NOT NULL,
	"phone" text,
	"skills" text NOT NULL,
	"experience" text,
	"availability" text NOT NULL,
	"motivation" text NOT NULL,
	"wants_news" boolean NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "application_events" ADD CONSTRAINT "application_events_application_id_passport_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."passport_applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_owners" ADD CONSTRAINT "application_owners_application_id_passport_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."passport_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_content" ADD CONSTRAINT "site_content_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_drafts" ADD CONSTRAINT "mail_drafts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_application_id_passport_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."passport_applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_links" ADD CONSTRAINT "one_time_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_blocks" ADD CONSTRAINT "member_blocks_blocker_id_users_id_fk" FOREIGN KEY ("blocker_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_blocks" ADD CONSTRAINT "member_blocks_blocked_id_users_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paypal_orders" ADD CONSTRAINT "paypal_orders_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paypal_orders" ADD CONSTRAINT "paypal_orders_vault_token_id_vault_tokens_id_fk" FOREIGN KEY ("vault_token_id") REFERENCES "public"."vault_tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vault_tokens" ADD CONSTRAINT "vault_tokens_schedule_id_payment_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."payment_schedules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_receipts" ADD CONSTRAINT "chain_receipts_quote_id_crypto_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."crypto_quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_receipts" ADD CONSTRAINT "chain_receipts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crypto_quotes" ADD CONSTRAINT "crypto_quotes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reminders" ADD CONSTRAINT "payment_reminders_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_import_id_statement_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."statement_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_chosen_instalment_id_instalments_id_fk" FOREIGN KEY ("chosen_instalment_id") REFERENCES "public"."instalments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_chosen_payment_id_payments_id_fk" FOREIGN KEY ("chosen_payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_instalment_id_instalments_id_fk" FOREIGN KEY ("instalment_id") REFERENCES "public"."instalments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instalments" ADD CONSTRAINT "instalments_schedule_id_payment_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."payment_schedules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_schedules" ADD CONSTRAINT "payment_schedules_application_id_passport_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."passport_applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_claims" ADD CONSTRAINT "member_claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_profiles" ADD CONSTRAINT "user_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_submission_id_contact_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."contact_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_replies" ADD CONSTRAINT "partner_replies_submission_id_partner_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."partner_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "volunteer_replies" ADD CONSTRAINT "volunteer_replies_submission_id_volunteer_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."volunteer_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_notes" ADD CONSTRAINT "contact_notes_submission_id_contact_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."contact_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_triage" ADD CONSTRAINT "contact_triage_submission_id_contact_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."contact_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_triage" ADD CONSTRAINT "contact_triage_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_notes" ADD CONSTRAINT "partner_notes_submission_id_partner_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."partner_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_triage" ADD CONSTRAINT "partner_triage_submission_id_partner_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."partner_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_triage" ADD CONSTRAINT "partner_triage_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "volunteer_notes" ADD CONSTRAINT "volunteer_notes_submission_id_volunteer_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."volunteer_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "volunteer_triage" ADD CONSTRAINT "volunteer_triage_submission_id_volunteer_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."volunteer_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "volunteer_triage" ADD CONSTRAINT "volunteer_triage_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_choices" ADD CONSTRAINT "list_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "idempotency_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "application_events_application" ON "application_events" USING btree ("application_id","id");--> statement-breakpoint
CREATE INDEX "passport_applications_newest" ON "passport_applications" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "passport_applications_email" ON "passport_applications" USING btree ("email");--> statement-breakpoint
CREATE INDEX "passport_applications_status" ON "passport_applications" USING btree ("application_status");--> statement-breakpoint
CREATE INDEX "passport_applications_board" ON "passport_applications" USING btree ("application_status","kit_released_at","submitted_at","id");--> statement-breakpoint
CREATE INDEX "passport_applications_free_to_leave" ON "passport_applications" USING btree ("application_status","kit_released_at","submitted_at","id") WHERE "passport_applications"."application_status" in ('submitted', 'in_review', 'approved') and "passport_applications"."notice_version" is not null and "passport_applications"."payment_status" not in ('disputed', 'refunded') and "passport_applications"."kit_released_at" is not null;--> statement-breakpoint
CREATE INDEX "passport_applications_submitted" ON "passport_applications" USING btree ("submitted_at") WHERE "passport_applications"."submitted_at" is not null;--> statement-breakpoint
CREATE INDEX "passport_applications_words" ON "passport_applications" USING gin (to_tsvector('simple', translate("first_name" || ' ' || "last_name" || ' ' || "email" || ' ' || "reference", '@._+-,/’''', '         ')));--> statement-breakpoint
CREATE INDEX "application_owners_application" ON "application_owners" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "contact_submissions_newest" ON "contact_submissions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "contact_submissions_email" ON "contact_submissions" USING btree ("email");--> statement-breakpoint
CREATE INDEX "contact_submissions_words" ON "contact_submissions" USING gin (to_tsvector('simple', translate("first_name" || ' ' || "last_name" || ' ' || "email", '@._+-,/’''', '         ')));--> statement-breakpoint
CREATE UNIQUE INDEX "site_content_one_published" ON "site_content" USING btree ("section","key","language") WHERE "site_content"."status" = 'published';--> statement-breakpoint
CREATE UNIQUE INDEX "site_content_one_draft" ON "site_content" USING btree ("section","key","language") WHERE "site_content"."status" = 'draft';--> statement-breakpoint
CREATE INDEX "site_content_newest" ON "site_content" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "unity_declarations_newest" ON "unity_declarations" USING btree ("signed_at","id");--> statement-breakpoint
CREATE INDEX "unity_declarations_country" ON "unity_declarations" USING btree ("country");--> statement-breakpoint
CREATE INDEX "unity_declarations_words" ON "unity_declarations" USING gin (to_tsvector('simple', translate("full_name" || ' ' || "email", '@._+-,/’''', '         ')));--> statement-breakpoint
CREATE INDEX "unity_declarations_invalidated" ON "unity_declarations" USING btree ("invalidated_at") WHERE "unity_declarations"."invalidated_at" is not null;--> statement-breakpoint
CREATE INDEX "donation_links_newest" ON "donation_links" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "donations_newest" ON "donations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "donations_donor" ON "donations" USING btree ("donor_email") WHERE "donations"."donor_email" is not null;--> statement-breakpoint
CREATE INDEX "mail_drafts_owner" ON "mail_drafts" USING btree ("owner_id","saved_at");--> statement-breakpoint
CREATE UNIQUE INDEX "email_configs_one_active" ON "email_configs" USING btree ("is_active") WHERE "email_configs"."is_active";--> statement-breakpoint
CREATE INDEX "email_logs_newest" ON "email_logs" USING btree ("sent_at","id");--> statement-breakpoint
CREATE INDEX "email_logs_failed" ON "email_logs" USING btree ("sent_at","id") WHERE "email_logs"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "email_logs_recipient" ON "email_logs" USING btree ("recipient_email");--> statement-breakpoint
CREATE INDEX "bulk_mails_due" ON "bulk_mails" USING btree ("batch_id","next_attempt_at","address") WHERE "bulk_mails"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "bulk_mails_sending" ON "bulk_mails" USING btree ("batch_id") WHERE "bulk_mails"."state" = 'sending';--> statement-breakpoint
CREATE INDEX "bulk_mails_troubled" ON "bulk_mails" USING btree ("batch_id","updated_at") WHERE "bulk_mails"."error" is not null;--> statement-breakpoint
CREATE INDEX "mail_batches_newest" ON "mail_batches" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mail_batches_open" ON "mail_batches" USING btree ("created_at") WHERE "mail_batches"."state" in ('scheduled', 'running');--> statement-breakpoint
CREATE INDEX "mail_suppressions_newest" ON "mail_suppressions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mail_suppressions_of_reason" ON "mail_suppressions" USING btree ("reason","created_at","id");--> statement-breakpoint
CREATE INDEX "mail_suppressions_unsubscribed" ON "mail_suppressions" USING btree ("created_at","id") WHERE "mail_suppressions"."unsubscribed_at" is not null;--> statement-breakpoint
CREATE INDEX "outgoing_mails_recipient" ON "outgoing_mails" USING btree ("recipient_address");--> statement-breakpoint
CREATE INDEX "outgoing_mails_replies" ON "outgoing_mails" USING btree ("replies_to","created_at") WHERE "outgoing_mails"."replies_to" is not null;--> statement-breakpoint
CREATE INDEX "outgoing_mails_held" ON "outgoing_mails" USING btree ("created_at","id") WHERE "outgoing_mails"."state" = 'uncertain' and "outgoing_mails"."next_attempt_at" is null and "outgoing_mails"."sealed_props" <> '';--> statement-breakpoint
CREATE INDEX "outgoing_mails_due" ON "outgoing_mails" USING btree ("next_attempt_at") WHERE "outgoing_mails"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "login_tries_window" ON "login_tries" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_words" ON "users" USING gin (to_tsvector('simple', translate(coalesce("first_name", '') || ' ' || coalesce("last_name", '') || ' ' || "email", '@._+-,/’''', '         ')));--> statement-breakpoint
CREATE INDEX "users_administrators" ON "users" USING btree ("id") WHERE "users"."is_admin";--> statement-breakpoint
CREATE INDEX "users_by_first_name" ON "users" USING btree (lower("first_name") text_pattern_ops,lower("last_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_by_last_name" ON "users" USING btree (lower("last_name") text_pattern_ops,lower("first_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "passkey_challenges_expire" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "member_blocks_blocked" ON "member_blocks" USING btree ("blocked_id");--> statement-breakpoint
CREATE INDEX "conversations_newest" ON "conversations" USING btree ("member_id","last_at","other_id");--> statement-breakpoint
CREATE INDEX "conversations_other" ON "conversations" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "conversations_unread" ON "conversations" USING btree ("member_id") WHERE "conversations"."unread" > 0;--> statement-breakpoint
CREATE INDEX "conversations_untold" ON "conversations" USING btree ("last_at") WHERE "conversations"."unread" > 0 and "conversations"."muted_at" is null;--> statement-breakpoint
CREATE INDEX "messages_received" ON "messages" USING btree ("recipient_id","created_at","id");--> statement-breakpoint
CREATE INDEX "messages_sent" ON "messages" USING btree ("sender_id","created_at","id");--> statement-breakpoint
CREATE INDEX "messages_thread" ON "messages" USING btree ("sender_id","recipient_id","created_at","id");--> statement-breakpoint
CREATE INDEX "message_reports_waiting" ON "message_reports" USING btree ("created_at","id") WHERE "message_reports"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "message_reports_newest" ON "message_reports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "message_reports_reported" ON "message_reports" USING btree ("reported_id");--> statement-breakpoint
CREATE INDEX "message_reports_reporter" ON "message_reports" USING btree ("reporter_id");--> statement-breakpoint
CREATE INDEX "partner_submissions_newest" ON "partner_submissions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "partner_submissions_email" ON "partner_submissions" USING btree ("contact_email");--> statement-breakpoint
CREATE INDEX "partner_submissions_words" ON "partner_submissions" USING gin (to_tsvector('simple', translate("organization_name" || ' ' || "contact_first_name" || ' ' || "contact_last_name" || ' ' || "contact_email", '@._+-,/’''', '         ')));--> statement-breakpoint
CREATE INDEX "paypal_orders_payment" ON "paypal_orders" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "paypal_orders_to_ask" ON "paypal_orders" USING btree ("ask_at") WHERE "paypal_orders"."ask_at" is not null;--> statement-breakpoint
CREATE INDEX "paypal_orders_unended" ON "paypal_orders" USING btree ("updated_at") WHERE "paypal_orders"."failures" > 0 or "paypal_orders"."state" in ('creating', 'capturing');--> statement-breakpoint
CREATE UNIQUE INDEX "paypal_orders_one_live" ON "paypal_orders" USING btree ("payment_id") WHERE "paypal_orders"."state" in ('creating', 'created', 'capturing');--> statement-breakpoint
CREATE UNIQUE INDEX "vault_tokens_one_live" ON "vault_tokens" USING btree ("schedule_id") WHERE "vault_tokens"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "vault_tokens_digest" ON "vault_tokens" USING btree ("digest");--> statement-breakpoint
CREATE UNIQUE INDEX "chain_receipts_once" ON "chain_receipts" USING btree ("chain_id","tx_hash","log_index");--> statement-breakpoint
CREATE INDEX "chain_receipts_quote" ON "chain_receipts" USING btree ("quote_id");--> statement-breakpoint
CREATE INDEX "chain_receipts_payment" ON "chain_receipts" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "chain_receipts_state" ON "chain_receipts" USING btree ("state","block_number");--> statement-breakpoint
CREATE UNIQUE INDEX "crypto_quotes_amount" ON "crypto_quotes" USING btree ("token","units") WHERE "crypto_quotes"."state" = 'open';--> statement-breakpoint
CREATE INDEX "crypto_quotes_open" ON "crypto_quotes" USING btree ("address","token") WHERE "crypto_quotes"."state" = 'open';--> statement-breakpoint
CREATE INDEX "crypto_quotes_payment" ON "crypto_quotes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "crypto_quotes_hint" ON "crypto_quotes" USING btree ("tx_hash") WHERE "crypto_quotes"."state" = 'open' and "crypto_quotes"."tx_hash" is not null;--> statement-breakpoint
CREATE INDEX "crypto_quotes_address" ON "crypto_quotes" USING btree ("address");--> statement-breakpoint
CREATE INDEX "crypto_quotes_watched" ON "crypto_quotes" USING btree ("watched_until") WHERE "crypto_quotes"."state" = 'open';--> statement-breakpoint
CREATE INDEX "payment_reminders_kind" ON "payment_reminders" USING btree ("kind","sent_at");--> statement-breakpoint
CREATE INDEX "statement_imports_newest" ON "statement_imports" USING btree ("added_at","id");--> statement-breakpoint
CREATE INDEX "statement_imports_to_book" ON "statement_imports" USING btree ("book_at") WHERE "statement_imports"."state" <> 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_row" ON "statement_lines" USING btree ("import_id","row");--> statement-breakpoint
CREATE INDEX "statement_lines_digest" ON "statement_lines" USING btree ("digest");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_payment" ON "statement_lines" USING btree ("payment_id") WHERE "statement_lines"."payment_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_proof" ON "statement_lines" USING btree ("digest") WHERE "statement_lines"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "statement_lines_amount" ON "statement_lines" USING btree ("amount_cents","booked_on") WHERE "statement_lines"."payment_id" is null;--> statement-breakpoint
CREATE INDEX "statement_lines_keys" ON "statement_lines" USING gin ("keys");--> statement-breakpoint
CREATE INDEX "payment_events_payment" ON "payment_events" USING btree ("payment_id","id");--> statement-breakpoint
CREATE INDEX "payment_events_refunds" ON "payment_events" USING btree ("payment_id","id") WHERE "payment_events"."to" in ('refunded', 'partially_refunded', 'reversed');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_rail_reference" ON "payments" USING btree ("rail","rail_reference");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_claim_number" ON "payments" USING btree ("rail","claim_number") WHERE "payments"."status" <> 'failed' and not "payments"."number_in_review";--> statement-breakpoint
CREATE UNIQUE INDEX "payments_statement_line" ON "payments" USING btree ("rail","statement_line");--> statement-breakpoint
CREATE INDEX "payments_claim_key" ON "payments" USING btree ("rail",translate(regexp_replace("claim_number", '[^A-Z0-9]', '', 'g'), 'OIL', '011')) WHERE "payments"."claim_number" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_open" ON "payments" USING btree ("instalment_id") WHERE "payments"."status" in ('created', 'action_required', 'awaiting_transfer', 'claimed', 'processing');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_succeeded" ON "payments" USING btree ("instalment_id") WHERE "payments"."status" = 'succeeded' and "payments"."flag" <> 'under';--> statement-breakpoint
CREATE INDEX "payments_instalment" ON "payments" USING btree ("instalment_id");--> statement-breakpoint
CREATE INDEX "payments_queue" ON "payments" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_flagged" ON "payments" USING btree ("updated_at") WHERE "payments"."status" in ('claimed', 'processing') and ("payments"."number_in_review" or "payments"."flag" in ('late', 'manual'));--> statement-breakpoint
CREATE INDEX "payments_uneven" ON "payments" USING btree ("updated_at") WHERE "payments"."status" in ('succeeded', 'partially_refunded') and "payments"."flag" in ('under', 'over');--> statement-breakpoint
CREATE INDEX "payments_received" ON "payments" USING btree ("received_on") WHERE "payments"."received_on" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_config_one_active" ON "payment_config" USING btree ("config_type") WHERE "payment_config"."is_active";--> statement-breakpoint
CREATE INDEX "payment_config_newest" ON "payment_config" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "instalments_due" ON "instalments" USING btree ("status","due_on");--> statement-breakpoint
CREATE INDEX "instalments_month" ON "instalments" USING btree ("due_on");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_schedules_one_live" ON "payment_schedules" USING btree ("application_id") WHERE "payment_schedules"."status" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "payment_schedules_application" ON "payment_schedules" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_events_unhandled" ON "webhook_events" USING btree ("received_at") WHERE "webhook_events"."handled_at" is null;--> statement-breakpoint
CREATE INDEX "member_claims_user" ON "member_claims" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "closed_accounts_next" ON "closed_accounts" USING btree ("next_look_at");--> statement-breakpoint
CREATE INDEX "retention_runs_newest" ON "retention_runs" USING btree ("started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "retention_runs_one_open" ON "retention_runs" USING btree ((true)) WHERE "retention_runs"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "contact_replies_of" ON "contact_replies" USING btree ("submission_id","created_at");--> statement-breakpoint
CREATE INDEX "partner_replies_of" ON "partner_replies" USING btree ("submission_id","created_at");--> statement-breakpoint
CREATE INDEX "volunteer_replies_of" ON "volunteer_replies" USING btree ("submission_id","created_at");--> statement-breakpoint
CREATE INDEX "contact_notes_of" ON "contact_notes" USING btree ("submission_id","created_at");--> statement-breakpoint
CREATE INDEX "contact_triage_status" ON "contact_triage" USING btree ("status");--> statement-breakpoint
CREATE INDEX "contact_triage_owner" ON "contact_triage" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "partner_notes_of" ON "partner_notes" USING btree ("submission_id","created_at");--> statement-breakpoint
CREATE INDEX "partner_triage_status" ON "partner_triage" USING btree ("status");--> statement-breakpoint
CREATE INDEX "partner_triage_owner" ON "partner_triage" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "volunteer_notes_of" ON "volunteer_notes" USING btree ("submission_id","created_at");--> statement-breakpoint
CREATE INDEX "volunteer_triage_status" ON "volunteer_triage" USING btree ("status");--> statement-breakpoint
CREATE INDEX "volunteer_triage_owner" ON "volunteer_triage" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "volunteer_submissions_newest" ON "volunteer_submissions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "volunteer_submissions_email" ON "volunteer_submissions" USING btree ("email");--> statement-breakpoint
CREATE INDEX "volunteer_submissions_words" ON "volunteer_submissions" USING gin (to_tsvector('simple', translate("first_name" || ' ' || "last_name" || ' ' || "email", '@._+-,/’''', '         ')));