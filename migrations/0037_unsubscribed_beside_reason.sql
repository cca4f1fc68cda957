ALTER TABLE "mail_suppressions" ADD COLUMN "unsubscribed_at" timestamp with time zone;--> statement-breakpoint
-- Until now it was a reason like any other.
UPDATE "mail_suppressions" SET "unsubscribed_at" = "created_at" WHERE "reason" = 'unsubscribed';
