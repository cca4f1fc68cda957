-- What the table definitions (*.store.ts) do not say: triggers, first rows and the indexes of searches and lists.

-- Append-only tables -------------------------------------------------------------------------------------------------

CREATE FUNCTION refuse_changing_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;--> statement-breakpoint
CREATE TRIGGER payment_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "payment_events"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_changing_history();--> statement-breakpoint
CREATE TRIGGER application_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "application_events"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_changing_history();--> statement-breakpoint
CREATE TRIGGER receipts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "receipts"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_changing_history();--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_changing_history();--> statement-breakpoint
CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_chain"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_changing_history();--> statement-breakpoint

-- NOT VALID applies to new rows and makes pg_dump add the constraint after the data: a database with a wrong position
-- can still be loaded, so that the check of the audit log can report it.
ALTER TABLE "audit_chain" ADD CONSTRAINT "audit_chain_position"
  CHECK ("audit_chain"."position" between 1 and 9007199254740991) NOT VALID;--> statement-breakpoint

-- Sessions -----------------------------------------------------------------------------------------------------------

-- Every instance closes the live connections of a session within a second after its row was deleted, for whatever reason.
CREATE FUNCTION tell_ended_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('ended', OLD.id)::text);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER sessions_ended AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION tell_ended_session();--> statement-breakpoint
-- Suspending or deleting an account ends its sessions.
CREATE FUNCTION end_sessions_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE user_id = OLD.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_suspended AFTER UPDATE OF suspended_at ON users FOR EACH ROW
  WHEN (OLD.suspended_at IS NULL AND NEW.suspended_at IS NOT NULL) EXECUTE FUNCTION end_sessions_of_user();--> statement-breakpoint
CREATE TRIGGER users_deleted AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION end_sessions_of_user();--> statement-breakpoint

-- First rows ---------------------------------------------------------------------------------------------------------

-- Receipt numbers have no gaps: a transaction that takes the next number locks this row until it commits or rolls back.
INSERT INTO "receipt_counters" ("name", "last") VALUES ('receipts', 0);--> statement-breakpoint

-- Lists of the dashboard, filtered and newest first ------------------------------------------------------------------

CREATE INDEX "contact_submissions_of_country" ON "contact_submissions" ("country", "created_at", "id");--> statement-breakpoint
CREATE INDEX "volunteer_submissions_of_country" ON "volunteer_submissions" ("country", "created_at", "id");--> statement-breakpoint
CREATE INDEX "partner_submissions_of_country" ON "partner_submissions" ("country", "created_at", "id");--> statement-breakpoint
CREATE INDEX "unity_declarations_of_country" ON "unity_declarations" ("country", "signed_at", "id");--> statement-breakpoint
CREATE INDEX "passport_applications_of_country" ON "passport_applications" ("current_nationality", "created_at", "id");--> statement-breakpoint
CREATE INDEX "passport_applications_of_status" ON "passport_applications" ("application_status", "created_at", "id");--> statement-breakpoint
CREATE INDEX "email_logs_of_status" ON "email_logs" ("status", "sent_at", "id");--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" ("created_at", "id");--> statement-breakpoint
CREATE INDEX "users_suspended" ON "users" ("created_at", "id") WHERE "suspended_at" is not null;--> statement-breakpoint
CREATE INDEX "users_unverified" ON "users" ("created_at", "id") WHERE "email_verified_at" is null;--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" ("actor_id", "at");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" ("subject");--> statement-breakpoint
CREATE INDEX "audit_log_noun" ON "audit_log" (split_part("action", '.', 1), "at");--> statement-breakpoint

-- Search by the beginnings of words ----------------------------------------------------------------------------------

-- A GIN index keeps new entries in a pending list that every search reads in full. A limit of 1024 KB instead of 4 MB
-- keeps searches fast, and the write that empties the list short.
ALTER INDEX "unity_declarations_words" SET (gin_pending_list_limit = 1024);--> statement-breakpoint
ALTER INDEX "passport_applications_words" SET (gin_pending_list_limit = 1024);--> statement-breakpoint
ALTER INDEX "users_words" SET (gin_pending_list_limit = 1024);--> statement-breakpoint
ALTER INDEX "contact_submissions_words" SET (gin_pending_list_limit = 1024);--> statement-breakpoint
ALTER INDEX "volunteer_submissions_words" SET (gin_pending_list_limit = 1024);--> statement-breakpoint
ALTER INDEX "partner_submissions_words" SET (gin_pending_list_limit = 1024);--> statement-breakpoint

-- Search by any part of a text ---------------------------------------------------------------------------------------

-- These indexes need pg_trgm, which comes with PostgreSQL and which a database's owner may create. It is kept in a schema
-- of its own, which a restore does not touch. Without it (in the embedded database, or where the user may not create it)
-- searches read every row. The indexed expressions must equal those of the queries: textOf in list.store.ts.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') THEN
    RETURN;
  END IF;
  BEGIN
    CREATE SCHEMA IF NOT EXISTS extensions;
    CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA extensions;
    IF NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm' AND extnamespace = 'extensions'::regnamespace) THEN
      ALTER EXTENSION pg_trgm SET SCHEMA extensions;
    END IF;
  EXCEPTION WHEN insufficient_privilege THEN
    RAISE WARNING 'Lists are searched without an index: this user may not create the extension pg_trgm.';
    RETURN;
  END;
  CREATE INDEX "contact_submissions_search" ON "contact_submissions" USING gin ((coalesce("first_name" || ' ' || "last_name", '') || ' ' || coalesce("email", '') || ' ' || coalesce("country", '') || ' ' || coalesce("message", '')) extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
  CREATE INDEX "unity_declarations_search" ON "unity_declarations" USING gin ((coalesce("full_name", '') || ' ' || coalesce("email", '') || ' ' || coalesce("country", '')) extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
  CREATE INDEX "volunteer_submissions_search" ON "volunteer_submissions" USING gin ((coalesce("first_name" || ' ' || "last_name", '') || ' ' || coalesce("email", '') || ' ' || coalesce("phone", '') || ' ' || coalesce("country", '') || ' ' || coalesce("skills", '') || ' ' || coalesce("experience", '') || ' ' || coalesce("motivation", '')) extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
  CREATE INDEX "partner_submissions_search" ON "partner_submissions" USING gin ((coalesce("organization_name", '') || ' ' || coalesce("contact_first_name" || ' ' || "contact_last_name", '') || ' ' || coalesce("contact_email", '') || ' ' || coalesce("country", '') || ' ' || coalesce("website", '') || ' ' || coalesce("proposed_contribution", '') || ' ' || coalesce("message", '')) extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
  CREATE INDEX "passport_applications_search" ON "passport_applications" USING gin ((coalesce("first_name" || ' ' || "last_name", '') || ' ' || coalesce("email", '') || ' ' || coalesce("reference", '') || ' ' || coalesce("telephone", '')) extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
  CREATE INDEX "passport_applications_reference_search" ON "passport_applications" USING gin ("reference" extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
  CREATE INDEX "users_search" ON "users" USING gin ((coalesce(coalesce("first_name", '') || ' ' || coalesce("last_name", ''), '') || ' ' || coalesce("email", '')) extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
  CREATE INDEX "message_reports_search" ON "message_reports" USING gin ((coalesce("content", '') || ' ' || coalesce("subject", '')) extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
  CREATE INDEX "email_logs_search" ON "email_logs" USING gin ((coalesce("recipient_email", '') || ' ' || coalesce("subject", '') || ' ' || coalesce("error_message", '')) extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
  CREATE INDEX "mail_suppressions_search" ON "mail_suppressions" USING gin (coalesce("address", '') extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
  CREATE INDEX "donations_search" ON "donations" USING gin ((coalesce("donor_name", '') || ' ' || coalesce("donor_email", '') || ' ' || coalesce("donor_country", '') || ' ' || coalesce("donor_phone", '') || ' ' || coalesce("message", '')) extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
  CREATE INDEX "chain_receipts_search" ON "chain_receipts" USING gin ((coalesce("tx_hash", '') || ' ' || coalesce("from_address", '') || ' ' || coalesce("to_address", '')) extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024) WHERE "state" = 'review';
  CREATE INDEX "audit_log_search" ON "audit_log" USING gin ((coalesce("action", '') || ' ' || coalesce("subject", '')) extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
END
$$;
