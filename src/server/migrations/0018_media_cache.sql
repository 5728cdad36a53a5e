-- What is shown of a picture or video changes after its post was written: smaller widths come, a video is ready, a poster is there.
CREATE FUNCTION notify_media_cache() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('cache', 'post:' || post_id) FROM attachments WHERE media_id = NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER media_cache AFTER UPDATE OF content_hash, poster_hash, widths, details ON media FOR EACH ROW EXECUTE FUNCTION notify_media_cache();
