-- Past due and completed are what the instalments of an active schedule say.
UPDATE "payment_schedules" SET "status" = 'active' WHERE "status" IN ('past_due', 'completed');--> statement-breakpoint
ALTER TABLE "payment_schedules" ADD CONSTRAINT "payment_schedules_status" CHECK ("payment_schedules"."status" in ('draft', 'active', 'cancelled'));