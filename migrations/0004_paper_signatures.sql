CREATE TABLE "paper_signatures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sheet" text NOT NULL,
	"line" integer NOT NULL,
	"full_name" text NOT NULL,
	"country" text NOT NULL,
	"email" text,
	"signed_on" date NOT NULL,
	"entered_by" uuid NOT NULL,
	"entered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "paper_signatures_line" UNIQUE("sheet","line")
);
--> statement-breakpoint
CREATE INDEX "paper_signatures_newest" ON "paper_signatures" USING btree ("entered_at","id");--> statement-breakpoint
CREATE INDEX "paper_signatures_email" ON "paper_signatures" USING btree ("email") WHERE "paper_signatures"."email" is not null;