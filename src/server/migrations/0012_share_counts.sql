-- A kept page says how often its post was shared: a new share, one that is gone and one for others than before change that.
CREATE FUNCTION notify_share() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record := coalesce(NEW, OLD);
BEGIN
  IF changed.shared_type = 'activity_action' THEN
    PERFORM pg_notify('cache', 'soft:post:' || changed.shared_id);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER posts_shared_cache AFTER INSERT OR DELETE OR UPDATE OF audience ON posts FOR EACH ROW EXECUTE FUNCTION notify_share();
