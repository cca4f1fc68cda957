CREATE TRIGGER application_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "application_events"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_changing_history();
--> statement-breakpoint
CREATE TRIGGER receipts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "receipts"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_changing_history();
--> statement-breakpoint
-- Whoever takes a number holds this row until it is given or given back.
INSERT INTO "receipt_counters" ("name", "last") VALUES ('receipts', 0);
