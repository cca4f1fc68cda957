ALTER TABLE "users" ADD COLUMN "role" text;--> statement-breakpoint
-- Who was an administrator until now could do everything, and still can.
UPDATE "users" SET "role" = 'owner' WHERE "is_admin";--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role" CHECK ("users"."role" in ('owner', 'finance', 'editor', 'moderator', 'viewer'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_administrators_have_a_role" CHECK ("users"."is_admin" = ("users"."role" is not null));
