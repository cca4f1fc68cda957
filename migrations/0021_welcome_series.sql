ALTER TABLE "unity_declarations" ADD COLUMN "welcome_mails" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "unity_declarations" ADD COLUMN "welcomed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "unity_declarations_confirmed" ON "unity_declarations" USING btree ("confirmed_at") WHERE "unity_declarations"."confirmed_at" is not null;--> statement-breakpoint
CREATE INDEX "unity_declarations_welcomed" ON "unity_declarations" USING btree ("welcomed_at") WHERE "unity_declarations"."welcomed_at" is not null;--> statement-breakpoint
CREATE INDEX "email_logs_welcome" ON "email_logs" USING btree ("email_type","status") WHERE "email_logs"."email_type" like 'welcome-series-%';