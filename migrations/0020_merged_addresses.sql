CREATE TABLE "address_merges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"other_address" text NOT NULL,
	"merged_at" timestamp with time zone NOT NULL,
	CONSTRAINT "address_merges_are_of_two" CHECK ("address_merges"."address" <> "address_merges"."other_address")
);
--> statement-breakpoint
CREATE INDEX "address_merges_address" ON "address_merges" USING btree ("address");--> statement-breakpoint
CREATE INDEX "address_merges_other" ON "address_merges" USING btree ("other_address");