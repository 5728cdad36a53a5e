-- Tells whichever process listens that somebody is to be pushed something now, at COMMIT.
CREATE FUNCTION tell_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('due', '');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER notification_due_push AFTER INSERT ON notification_due FOR EACH ROW WHEN (NEW.channel = 'push') EXECUTE FUNCTION tell_due();
