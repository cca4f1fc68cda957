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
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_submission_id_contact_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."contact_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_replies" ADD CONSTRAINT "partner_replies_submission_id_partner_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."partner_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "volunteer_replies" ADD CONSTRAINT "volunteer_replies_submission_id_volunteer_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."volunteer_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_replies_of" ON "contact_replies" USING btree ("submission_id","created_at");--> statement-breakpoint
CREATE INDEX "partner_replies_of" ON "partner_replies" USING btree ("submission_id","created_at");--> statement-breakpoint
CREATE INDEX "volunteer_replies_of" ON "volunteer_replies" USING btree ("submission_id","created_at");--> statement-breakpoint
CREATE INDEX "passport_applications_submitted" ON "passport_applications" USING btree ("submitted_at") WHERE "passport_applications"."submitted_at" is not null;--> statement-breakpoint
CREATE INDEX "passport_applications_words" ON "passport_applications" USING gin (to_tsvector('simple', translate("first_name" || ' ' || "last_name" || ' ' || "email" || ' ' || "reference", '@._+-,/’''', '         ')));--> statement-breakpoint
CREATE INDEX "contact_submissions_words" ON "contact_submissions" USING gin (to_tsvector('simple', translate("first_name" || ' ' || "last_name" || ' ' || "email", '@._+-,/’''', '         ')));--> statement-breakpoint
CREATE INDEX "unity_declarations_words" ON "unity_declarations" USING gin (to_tsvector('simple', translate("full_name" || ' ' || "email", '@._+-,/’''', '         ')));--> statement-breakpoint
CREATE INDEX "donations_donor" ON "donations" USING btree ("donor_email") WHERE "donations"."donor_email" is not null;--> statement-breakpoint
CREATE INDEX "users_words" ON "users" USING gin (to_tsvector('simple', translate(coalesce("first_name", '') || ' ' || coalesce("last_name", '') || ' ' || "email", '@._+-,/’''', '         ')));--> statement-breakpoint
CREATE INDEX "partner_submissions_words" ON "partner_submissions" USING gin (to_tsvector('simple', translate("organization_name" || ' ' || "contact_first_name" || ' ' || "contact_last_name" || ' ' || "contact_email", '@._+-,/’''', '         ')));--> statement-breakpoint
CREATE INDEX "volunteer_submissions_words" ON "volunteer_submissions" USING gin (to_tsvector('simple', translate("first_name" || ' ' || "last_name" || ' ' || "email", '@._+-,/’''', '         ')));