ALTER TABLE "unity_declarations" ADD COLUMN "network_mark" text;--> statement-breakpoint
ALTER TABLE "unity_declarations" ADD COLUMN "open_seconds" integer;--> statement-breakpoint
CREATE INDEX "unity_declarations_marked" ON "unity_declarations" USING btree ("signed_at") WHERE "unity_declarations"."network_mark" is not null;