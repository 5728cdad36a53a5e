-- Tells whoever has it on the screen, in whatever process, of reactions to a subject, of comments on it, and that a video is ready.
CREATE FUNCTION tell_live_reaction() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record := coalesce(NEW, OLD);
BEGIN
  IF changed.subject_type IN ('activity_comment', 'core_comment') THEN
    PERFORM pg_notify('live', concat_ws(':', 'subject', c.subject_type, c.subject_id, changed.member_id, 'comments')) FROM comments c WHERE c.id = changed.subject_id;
  ELSE
    PERFORM pg_notify('live', concat_ws(':', 'subject', changed.subject_type, changed.subject_id, changed.member_id, 'reactions'));
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER reactions_live AFTER INSERT OR DELETE OR UPDATE OF kind ON reactions FOR EACH ROW EXECUTE FUNCTION tell_live_reaction();
--> statement-breakpoint
CREATE FUNCTION tell_live_comment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record := coalesce(NEW, OLD);
BEGIN
  PERFORM pg_notify('live', concat_ws(':', 'subject', changed.subject_type, changed.subject_id, changed.author_id, 'comments'));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER comments_live AFTER INSERT OR DELETE OR UPDATE OF body, media_id ON comments FOR EACH ROW EXECUTE FUNCTION tell_live_comment();
--> statement-breakpoint
-- `reactions` asks for the post anew, its video included. The site did it, so its owner is told too.
CREATE FUNCTION tell_live_video() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', concat_ws(':', 'subject', 'activity_action', at.post_id, 0, 'reactions')) FROM attachments at WHERE at.media_id = NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER media_live AFTER UPDATE OF details ON media FOR EACH ROW
  WHEN (NEW.kind = 'video' AND NEW.details IS DISTINCT FROM OLD.details) EXECUTE FUNCTION tell_live_video();
