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
CREATE INDEX "donation_links_newest" ON "donation_links" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "donations_newest" ON "donations" USING btree ("created_at","id");