-- A session that ends, however it does, is told to every instance: what it has open ends within the second.
CREATE FUNCTION tell_ended_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('ended', OLD.id)::text);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER sessions_ended AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION tell_ended_session();--> statement-breakpoint
-- Nobody is logged in to an account that is shut or gone.
CREATE FUNCTION end_sessions_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE user_id = OLD.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_suspended AFTER UPDATE OF suspended_at ON users FOR EACH ROW
  WHEN (OLD.suspended_at IS NULL AND NEW.suspended_at IS NOT NULL) EXECUTE FUNCTION end_sessions_of_user();--> statement-breakpoint
CREATE TRIGGER users_deleted AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION end_sessions_of_user();
