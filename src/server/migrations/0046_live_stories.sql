-- Tells the open streams that a member's stories are not as they were, at COMMIT. One whose day is over goes without a word: every screen
-- knows when that is.
CREATE FUNCTION tell_live_story() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record := coalesce(NEW, OLD);
BEGIN
  PERFORM pg_notify('live', 'story:' || changed.owner_id);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER stories_told_live AFTER INSERT OR UPDATE OF audience ON stories FOR EACH ROW EXECUTE FUNCTION tell_live_story();
--> statement-breakpoint
CREATE TRIGGER stories_gone_live AFTER DELETE ON stories FOR EACH ROW
  WHEN (OLD.created_at > now() - interval '24 hours') EXECUTE FUNCTION tell_live_story();
