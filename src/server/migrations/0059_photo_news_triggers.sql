-- Photos of an album that the feed tells of stay where they are: nothing comes onto the wall with them.
DROP TRIGGER attachments_wall ON attachments;
--> statement-breakpoint
CREATE TRIGGER attachments_wall AFTER INSERT ON attachments FOR EACH ROW WHEN (NEW.type = 'album_photo' AND NEW.media_id IS NOT NULL) EXECUTE FUNCTION keep_wall_album();
--> statement-breakpoint
-- A photo that has left its album is not told of any more; what tells of nothing else goes with it.
CREATE FUNCTION forget_told_photo() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told record;
BEGIN
  FOR told IN DELETE FROM attachments WHERE type = 'album_photo' AND target_id = OLD.media_id RETURNING post_id, position LOOP
    UPDATE attachments SET position = position - 1 WHERE post_id = told.post_id AND position > told.position;
    UPDATE posts SET attachment_count = attachment_count - 1 WHERE id = told.post_id;
    DELETE FROM posts WHERE id = told.post_id AND attachment_count = 0;
  END LOOP;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER album_photos_forgotten AFTER DELETE ON album_photos FOR EACH ROW EXECUTE FUNCTION forget_told_photo();
--> statement-breakpoint
-- What tells of an album is for whom the album is, and calls it what it is called.
CREATE FUNCTION follow_album() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.audience <> OLD.audience THEN
    UPDATE posts SET audience = NEW.audience WHERE album_id = NEW.id;
  ELSE
    PERFORM pg_notify('cache', 'post:' || p.id) FROM posts p WHERE p.album_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER albums_followed AFTER UPDATE OF audience, title ON albums FOR EACH ROW
  WHEN (OLD.audience IS DISTINCT FROM NEW.audience OR OLD.title IS DISTINCT FROM NEW.title) EXECUTE FUNCTION follow_album();
--> statement-breakpoint
-- Whose profile closes is not seen by its photos either, nor on pages that are kept.
CREATE FUNCTION notify_profile_audience() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('cache', 'member:' || (coalesce(NEW, OLD)).member_id);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER member_settings_cache AFTER INSERT OR UPDATE OF profile_audience OR DELETE ON member_settings FOR EACH ROW EXECUTE FUNCTION notify_profile_audience();
--> statement-breakpoint
-- As before, and of photos that lie in an album.
CREATE OR REPLACE FUNCTION notify_media_cache() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('cache', 'post:' || post_id) FROM attachments WHERE media_id = NEW.id;
  PERFORM pg_notify('cache', 'post:' || post_id) FROM attachments WHERE type = 'album_photo' AND target_id = NEW.id;
  RETURN NULL;
END
$$;
