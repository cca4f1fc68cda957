ALTER TABLE "unity_declarations" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "unity_declarations" ADD COLUMN "link_id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "unity_declarations" ADD COLUMN "links_at" timestamp with time zone[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "unity_declarations" ADD COLUMN "was_asked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "unity_declarations" ADD COLUMN "reminded_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "unity_declarations_unconfirmed" ON "unity_declarations" USING btree ("signed_at","id") WHERE "unity_declarations"."confirmed_at" is null;