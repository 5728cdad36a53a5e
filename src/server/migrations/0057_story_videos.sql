-- A video that was being prepared can be played, or cannot: open screens ask anew for the stories it is one of.
CREATE FUNCTION tell_live_story_video() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', 'story:' || told.owner_id) FROM stories told
    WHERE told.media_id = NEW.id AND told.created_at > now() - interval '24 hours';
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER media_story_live AFTER UPDATE OF details ON media FOR EACH ROW
  WHEN (NEW.kind = 'video' AND NEW.details IS DISTINCT FROM OLD.details) EXECUTE FUNCTION tell_live_story_video();
