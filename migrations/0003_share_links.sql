ALTER TABLE "unity_declarations" ADD COLUMN "share_code" text;--> statement-breakpoint
ALTER TABLE "unity_declarations" ADD COLUMN "came_by" uuid;--> statement-breakpoint
ALTER TABLE "unity_declarations" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "unity_declarations" ADD COLUMN "folded_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "unity_declarations" ADD COLUMN "milestone_mailed_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "unity_declarations_share_code" ON "unity_declarations" USING btree ("share_code") WHERE "unity_declarations"."share_code" is not null;--> statement-breakpoint
CREATE INDEX "unity_declarations_came_by" ON "unity_declarations" USING btree ("came_by") WHERE "unity_declarations"."came_by" is not null;