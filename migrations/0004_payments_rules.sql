-- Steps of payments are history: nothing changes or removes one, whoever asks.
CREATE FUNCTION refuse_changing_payment_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'payment_events is append-only';
END
$$;
--> statement-breakpoint
CREATE TRIGGER payment_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "payment_events"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_changing_payment_events();
