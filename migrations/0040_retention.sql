CREATE TABLE "closed_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"is_proved" boolean NOT NULL,
	"application_ids" jsonb NOT NULL,
	"closed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retention_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"removed" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "closed_accounts_oldest" ON "closed_accounts" USING btree ("closed_at");--> statement-breakpoint
CREATE INDEX "retention_runs_newest" ON "retention_runs" USING btree ("started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "retention_runs_one_open" ON "retention_runs" USING btree ((true)) WHERE "retention_runs"."finished_at" is null;