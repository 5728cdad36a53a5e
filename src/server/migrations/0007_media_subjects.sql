-- As for posts (0003): what hangs on a photo or a video goes with it, totals first.
CREATE FUNCTION drop_what_hangs_on_media() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone subject_type := CASE OLD.kind WHEN 'photo' THEN 'album_photo' ELSE 'video' END;
BEGIN
  DELETE FROM reaction_totals WHERE subject_type = gone AND subject_id = OLD.id;
  DELETE FROM comment_totals WHERE subject_type = gone AND subject_id = OLD.id;
  DELETE FROM comments WHERE subject_type = gone AND subject_id = OLD.id AND parent_id IS NULL;
  DELETE FROM reactions WHERE subject_type = gone AND subject_id = OLD.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER media_subject AFTER DELETE ON media FOR EACH ROW EXECUTE FUNCTION drop_what_hangs_on_media();
