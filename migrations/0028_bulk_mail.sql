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
	CONSTRAINT "mail_suppressions_address_unique" UNIQUE("address")
);
--> statement-breakpoint
CREATE INDEX "bulk_mails_due" ON "bulk_mails" USING btree ("batch_id","next_attempt_at","address") WHERE "bulk_mails"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "bulk_mails_sending" ON "bulk_mails" USING btree ("batch_id") WHERE "bulk_mails"."state" = 'sending';--> statement-breakpoint
CREATE INDEX "bulk_mails_troubled" ON "bulk_mails" USING btree ("batch_id","updated_at") WHERE "bulk_mails"."error" is not null;--> statement-breakpoint
CREATE INDEX "mail_batches_newest" ON "mail_batches" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mail_batches_open" ON "mail_batches" USING btree ("created_at") WHERE "mail_batches"."state" in ('scheduled', 'running');--> statement-breakpoint
CREATE INDEX "mail_suppressions_newest" ON "mail_suppressions" USING btree ("created_at","id");