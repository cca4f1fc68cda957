ALTER TABLE "login_tries" ALTER COLUMN "count" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "known_browsers" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "login_tries" ADD COLUMN "tried_at" timestamp with time zone[] DEFAULT '{}' NOT NULL;