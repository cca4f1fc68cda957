-- The lists of the dashboard, narrowed and still newest first.
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

-- What is searched for anywhere in the texts of a list (textOf in list.store.ts, whose expression must be the same): by
-- pg_trgm, which every PostgreSQL brings and the owner of a database may switch on. It lives in a schema of its own,
-- which a restore leaves alone. The embedded database goes without: it is for sites whose lists are read through in no
-- time. Few rows wait to be filed (gin_pending_list_limit, in KB), so that neither a search nor the one write that files
-- them takes long.
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
    RAISE WARNING 'Lists are searched without an index: pg_trgm may not be switched on by this user.';
    RETURN;
  END;
  CREATE INDEX "contact_submissions_search" ON "contact_submissions" USING gin ((coalesce("first_name" || ' ' || "last_name", '') || ' ' || coalesce("email", '') || ' ' || coalesce("country", '') || ' ' || coalesce("message", '')) extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
  CREATE INDEX "unity_declarations_search" ON "unity_declarations" USING gin ((coalesce("full_name", '') || ' ' || coalesce("email", '') || ' ' || coalesce("country", '')) extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
  CREATE INDEX "volunteer_submissions_search" ON "volunteer_submissions" USING gin ((coalesce("first_name" || ' ' || "last_name", '') || ' ' || coalesce("email", '') || ' ' || coalesce("phone", '') || ' ' || coalesce("country", '') || ' ' || coalesce("skills", '') || ' ' || coalesce("experience", '') || ' ' || coalesce("motivation", '')) extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
  CREATE INDEX "partner_submissions_search" ON "partner_submissions" USING gin ((coalesce("organization_name", '') || ' ' || coalesce("contact_first_name" || ' ' || "contact_last_name", '') || ' ' || coalesce("contact_email", '') || ' ' || coalesce("country", '') || ' ' || coalesce("website", '') || ' ' || coalesce("proposed_contribution", '') || ' ' || coalesce("message", '')) extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
  CREATE INDEX "passport_applications_search" ON "passport_applications" USING gin ((coalesce("first_name" || ' ' || "last_name", '') || ' ' || coalesce("email", '') || ' ' || coalesce("reference", '') || ' ' || coalesce("telephone", '')) extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
  CREATE INDEX "passport_applications_reference_search" ON "passport_applications" USING gin ("reference" extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
  CREATE INDEX "users_search" ON "users" USING gin ((coalesce(coalesce("first_name", '') || ' ' || coalesce("last_name", ''), '') || ' ' || coalesce("email", '')) extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
  CREATE INDEX "email_logs_search" ON "email_logs" USING gin ((coalesce("recipient_email", '') || ' ' || coalesce("subject", '') || ' ' || coalesce("error_message", '')) extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
  CREATE INDEX "donations_search" ON "donations" USING gin ((coalesce("donor_name", '') || ' ' || coalesce("donor_email", '') || ' ' || coalesce("donor_country", '') || ' ' || coalesce("donor_phone", '') || ' ' || coalesce("message", '')) extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
  CREATE INDEX "audit_log_search" ON "audit_log" USING gin ((coalesce("action", '') || ' ' || coalesce("subject", '')) extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
END
$$;
