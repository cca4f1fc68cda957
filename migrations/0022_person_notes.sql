CREATE TABLE "person_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"text" text NOT NULL,
	"author_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "person_tags" (
	"address" text NOT NULL,
	"tag" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "person_tags_address_tag_pk" PRIMARY KEY("address","tag")
);
--> statement-breakpoint
CREATE INDEX "person_notes_address" ON "person_notes" USING btree ("address","created_at");