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
ALTER TABLE "contact_submissions" ADD COLUMN "locale" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "unity_declarations" ADD COLUMN "locale" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "locale" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
CREATE INDEX "partner_submissions_newest" ON "partner_submissions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "partner_submissions_email" ON "partner_submissions" USING btree ("contact_email");--> statement-breakpoint
CREATE INDEX "volunteer_submissions_newest" ON "volunteer_submissions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "volunteer_submissions_email" ON "volunteer_submissions" USING btree ("email");