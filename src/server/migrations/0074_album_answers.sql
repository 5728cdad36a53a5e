-- Reactions to an album, comments on it and the notifications of both go with it. Notifications first, as everywhere.
CREATE FUNCTION drop_notifications_of_album() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM notifications n WHERE n.place_type = 'album' AND n.place_id = OLD.id ORDER BY n.recipient_id, n.id FOR UPDATE;
  DELETE FROM notifications n WHERE n.place_type = 'album' AND n.place_id = OLD.id;
  PERFORM drop_told(ARRAY['album'], ARRAY[OLD.id]);
  RETURN OLD;
END
$$;
--> statement-breakpoint
CREATE TRIGGER albums_told BEFORE DELETE ON albums FOR EACH ROW EXECUTE FUNCTION drop_notifications_of_album();
--> statement-breakpoint
CREATE FUNCTION drop_answers_of_album() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM reaction_totals WHERE subject_type = 'album' AND subject_id = OLD.id;
  DELETE FROM comment_totals WHERE subject_type = 'album' AND subject_id = OLD.id;
  DELETE FROM comments WHERE subject_type = 'album' AND subject_id = OLD.id AND parent_id IS NULL;
  DELETE FROM reactions WHERE subject_type = 'album' AND subject_id = OLD.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER albums_subject AFTER DELETE ON albums FOR EACH ROW EXECUTE FUNCTION drop_answers_of_album();
