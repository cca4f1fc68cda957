CREATE TABLE "triage_deeds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"changed_by" uuid NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"before" jsonb NOT NULL,
	"undone_at" timestamp with time zone
);
