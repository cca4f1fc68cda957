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
ALTER TABLE "contact_notes" ADD CONSTRAINT "contact_notes_submission_id_contact_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."contact_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_triage" ADD CONSTRAINT "contact_triage_submission_id_contact_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."contact_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_triage" ADD CONSTRAINT "contact_triage_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_notes" ADD CONSTRAINT "partner_notes_submission_id_partner_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."partner_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_triage" ADD CONSTRAINT "partner_triage_submission_id_partner_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."partner_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_triage" ADD CONSTRAINT "partner_triage_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "volunteer_notes" ADD CONSTRAINT "volunteer_notes_submission_id_volunteer_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."volunteer_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "volunteer_triage" ADD CONSTRAINT "volunteer_triage_submission_id_volunteer_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."volunteer_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "volunteer_triage" ADD CONSTRAINT "volunteer_triage_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_notes_of" ON "contact_notes" USING btree ("submission_id","created_at");--> statement-breakpoint
CREATE INDEX "contact_triage_status" ON "contact_triage" USING btree ("status");--> statement-breakpoint
CREATE INDEX "contact_triage_owner" ON "contact_triage" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "partner_notes_of" ON "partner_notes" USING btree ("submission_id","created_at");--> statement-breakpoint
CREATE INDEX "partner_triage_status" ON "partner_triage" USING btree ("status");--> statement-breakpoint
CREATE INDEX "partner_triage_owner" ON "partner_triage" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "volunteer_notes_of" ON "volunteer_notes" USING btree ("submission_id","created_at");--> statement-breakpoint
CREATE INDEX "volunteer_triage_status" ON "volunteer_triage" USING btree ("status");--> statement-breakpoint
CREATE INDEX "volunteer_triage_owner" ON "volunteer_triage" USING btree ("owner_id");