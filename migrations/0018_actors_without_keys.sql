ALTER TABLE "shipments" DROP CONSTRAINT "shipments_dispatched_by_users_id_fk";
--> statement-breakpoint
ALTER TABLE "statement_imports" DROP CONSTRAINT "statement_imports_added_by_users_id_fk";
--> statement-breakpoint
ALTER TABLE "statement_imports" DROP CONSTRAINT "statement_imports_applied_by_users_id_fk";
