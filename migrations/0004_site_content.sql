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
ALTER TABLE "site_content" ADD CONSTRAINT "site_content_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "site_content_one_published" ON "site_content" USING btree ("section","key","language") WHERE "site_content"."status" = 'published';--> statement-breakpoint
CREATE UNIQUE INDEX "site_content_one_draft" ON "site_content" USING btree ("section","key","language") WHERE "site_content"."status" = 'draft';--> statement-breakpoint
CREATE INDEX "site_content_newest" ON "site_content" USING btree ("updated_at","id");