ALTER TABLE "passport_applications" ADD COLUMN "kit_released_at" timestamp with time zone;--> statement-breakpoint
-- Until now the board worked it out of every kit anew: when the payment came that releases it, the first of the schedule in force
-- (the last one where all were cancelled), or the last where that was promised.
UPDATE "passport_applications" SET "kit_released_at" = "released"."at"
FROM (
	SELECT "schedule"."application_id", max("due"."updated_at") AS "at"
	FROM (
		SELECT DISTINCT ON ("application_id") "id", "application_id", "status", "kit_release" FROM "payment_schedules"
		ORDER BY "application_id", "status" = 'cancelled', "created_at" DESC
	) AS "schedule"
	JOIN "instalments" AS "due" ON "due"."schedule_id" = "schedule"."id" AND "due"."status" = 'paid'
	WHERE ("schedule"."kit_release" = 'first_payment' AND "due"."number" = 1)
		OR ("schedule"."kit_release" = 'fully_paid' AND "schedule"."status" = 'completed')
	GROUP BY "schedule"."application_id"
) AS "released"
WHERE "released"."application_id" = "passport_applications"."id";--> statement-breakpoint
CREATE INDEX "passport_applications_board" ON "passport_applications" USING btree ("application_status","kit_released_at","submitted_at","id");--> statement-breakpoint
CREATE INDEX "passport_applications_free_to_leave" ON "passport_applications" USING btree ("application_status","kit_released_at","submitted_at","id") WHERE "passport_applications"."application_status" in ('submitted', 'in_review', 'approved') and "passport_applications"."notice_version" is not null and "passport_applications"."payment_status" not in ('disputed', 'refunded') and "passport_applications"."kit_released_at" is not null;