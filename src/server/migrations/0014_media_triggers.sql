UPDATE media SET state = 'held' WHERE EXISTS (SELECT FROM attachments WHERE media_id = media.id);--> statement-breakpoint
-- For every table with a column media_id: the database itself knows what is held, so that no path (a call, a cascade, a purge)
-- can leave a file behind that nobody looks at any more, or take one away that is still shown.
CREATE FUNCTION hold_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE media SET state = 'released', state_since = now() WHERE id = OLD.media_id AND state <> 'released';
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE media SET state = 'held', state_since = now() WHERE id = NEW.media_id AND state <> 'held';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER attachments_hold AFTER INSERT ON attachments FOR EACH ROW WHEN (NEW.media_id IS NOT NULL) EXECUTE FUNCTION hold_media();
--> statement-breakpoint
CREATE TRIGGER attachments_move AFTER UPDATE OF media_id ON attachments FOR EACH ROW WHEN (OLD.media_id IS DISTINCT FROM NEW.media_id) EXECUTE FUNCTION hold_media();
--> statement-breakpoint
CREATE TRIGGER attachments_release AFTER DELETE ON attachments FOR EACH ROW WHEN (OLD.media_id IS NOT NULL) EXECUTE FUNCTION hold_media();
--> statement-breakpoint
CREATE TRIGGER scheduled_media_hold AFTER INSERT ON scheduled_media FOR EACH ROW EXECUTE FUNCTION hold_media();
--> statement-breakpoint
CREATE TRIGGER scheduled_media_release AFTER DELETE ON scheduled_media FOR EACH ROW EXECUTE FUNCTION hold_media();
--> statement-breakpoint
-- Files outlive what they belonged to by a day, so that a backup that has begun (database first, then files) stays whole.
CREATE FUNCTION leave_media_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO media_leftovers AS l (content_hash, remove_after)
    SELECT DISTINCT hash, CASE WHEN OLD.state = 'held' THEN now() ELSE OLD.state_since END + interval '24 hours'
    FROM unnest(ARRAY[OLD.content_hash, OLD.poster_hash]) hash WHERE hash IS NOT NULL ORDER BY hash
    ON CONFLICT (content_hash) DO UPDATE SET remove_after = greatest(l.remove_after, excluded.remove_after);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER media_files AFTER DELETE ON media FOR EACH ROW EXECUTE FUNCTION leave_media_files();
--> statement-breakpoint
-- A video that was converted has other content; what it was before may go.
CREATE TRIGGER media_files_replaced AFTER UPDATE OF content_hash, poster_hash ON media FOR EACH ROW
  WHEN (OLD.content_hash <> NEW.content_hash OR OLD.poster_hash IS DISTINCT FROM NEW.poster_hash) EXECUTE FUNCTION leave_media_files();
