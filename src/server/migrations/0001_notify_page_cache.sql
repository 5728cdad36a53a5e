-- Limits are counted in memory-only pages: no WAL, no wait for the disk.
ALTER TABLE rate_counters SET UNLOGGED;
--> statement-breakpoint
-- Tells every process what changed, at COMMIT of the change itself. A tag alone is "hard": what was cached
-- under it is dropped at once. "soft:" may be served for one more second (counts and new comments).
CREATE FUNCTION notify_cache() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record := coalesce(NEW, OLD);
BEGIN
  IF TG_TABLE_NAME = 'posts' THEN
    PERFORM pg_notify('cache', 'post:' || changed.id);
  ELSIF TG_TABLE_NAME IN ('attachments', 'post_tags') THEN
    PERFORM pg_notify('cache', 'post:' || changed.post_id);
  ELSIF TG_TABLE_NAME = 'members' THEN
    PERFORM pg_notify('cache', 'member:' || changed.id);
  ELSIF changed.subject_type = 'activity_action' THEN
    PERFORM pg_notify('cache', CASE WHEN TG_TABLE_NAME = 'comments' AND TG_OP <> 'INSERT' THEN 'post:' ELSE 'soft:post:' END || changed.subject_id);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER posts_cache AFTER UPDATE OR DELETE ON posts FOR EACH ROW EXECUTE FUNCTION notify_cache();
--> statement-breakpoint
CREATE TRIGGER attachments_cache AFTER INSERT OR UPDATE OR DELETE ON attachments FOR EACH ROW EXECUTE FUNCTION notify_cache();
--> statement-breakpoint
CREATE TRIGGER post_tags_cache AFTER INSERT OR DELETE ON post_tags FOR EACH ROW EXECUTE FUNCTION notify_cache();
--> statement-breakpoint
CREATE TRIGGER members_cache AFTER UPDATE OF status, displayname, avatar, profile_audience OR DELETE ON members FOR EACH ROW EXECUTE FUNCTION notify_cache();
--> statement-breakpoint
CREATE TRIGGER comments_cache AFTER INSERT OR UPDATE OR DELETE ON comments FOR EACH ROW EXECUTE FUNCTION notify_cache();
--> statement-breakpoint
CREATE TRIGGER reaction_totals_cache AFTER INSERT OR UPDATE OR DELETE ON reaction_totals FOR EACH ROW EXECUTE FUNCTION notify_cache();
