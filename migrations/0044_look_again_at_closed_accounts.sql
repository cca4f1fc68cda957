DROP INDEX "closed_accounts_oldest";--> statement-breakpoint
ALTER TABLE "closed_accounts" ADD COLUMN "next_look_at" timestamp with time zone;--> statement-breakpoint
-- What was noted before goes on: a day after the closing, with the account's address for that of its applications.
UPDATE "closed_accounts" SET "next_look_at" = "closed_at" + interval '1 day', "application_ids" = (
	SELECT coalesce(jsonb_agg(jsonb_build_object('id', "one", 'email', "address")), '[]'::jsonb)
	FROM jsonb_array_elements_text("application_ids") AS "one");--> statement-breakpoint
ALTER TABLE "closed_accounts" ALTER COLUMN "next_look_at" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "closed_accounts_next" ON "closed_accounts" USING btree ("next_look_at");
