-- Tells the streams, and writes down for those that are away.
CREATE FUNCTION tell_live_subject(told_type text, told_id bigint, told_by bigint, told_what text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', concat_ws(':', 'subject', told_type, told_id, told_by, told_what));
  INSERT INTO live_changes (subject_type, subject_id, what, actor_id, changed_at) VALUES (told_type, told_id, told_what, told_by, clock_timestamp())
    ON CONFLICT (subject_type, subject_id, what, actor_id) DO UPDATE SET changed_at = excluded.changed_at;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_live_reaction() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record := coalesce(NEW, OLD);
BEGIN
  IF changed.subject_type IN ('activity_comment', 'core_comment') THEN
    PERFORM tell_live_subject(c.subject_type::text, c.subject_id, changed.member_id, 'comments') FROM comments c WHERE c.id = changed.subject_id;
  ELSE
    PERFORM tell_live_subject(changed.subject_type::text, changed.subject_id, changed.member_id, 'reactions');
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_live_comment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record := coalesce(NEW, OLD);
BEGIN
  PERFORM tell_live_subject(changed.subject_type::text, changed.subject_id, changed.author_id, 'comments');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_live_video() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_live_subject('activity_action', at.post_id, 0, 'reactions') FROM attachments at WHERE at.media_id = NEW.id;
  RETURN NULL;
END
$$;
