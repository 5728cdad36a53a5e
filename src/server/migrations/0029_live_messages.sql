-- Which conversation has changed is told along: `messages` where somebody wrote or it came or went, `read` where only the own marks did.
CREATE OR REPLACE FUNCTION tell_live() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record := coalesce(NEW, OLD);
  what text := 'messages';
BEGIN
  IF TG_TABLE_NAME = 'notifications' THEN
    PERFORM pg_notify('live', 'badges:' || changed.recipient_id);
  ELSIF TG_TABLE_NAME = 'notification_actors' THEN
    PERFORM pg_notify('live', 'badges:' || n.recipient_id) FROM notifications n WHERE n.id = changed.notification_id;
  ELSIF TG_TABLE_NAME = 'friend_requests' THEN
    PERFORM pg_notify('live', 'badges:' || changed.asked_id);
  ELSIF TG_TABLE_NAME = 'conversation_members' THEN
    IF TG_OP = 'UPDATE' THEN
      IF (NEW.last_received_id, NEW.last_sent_id, NEW.deleted_up_to, NEW.is_request) IS NOT DISTINCT FROM (OLD.last_received_id, OLD.last_sent_id, OLD.deleted_up_to, OLD.is_request)
        AND NEW.left_after IS NOT DISTINCT FROM OLD.left_after
      THEN
        IF (NEW.read_up_to, NEW.is_marked_unread) IS NOT DISTINCT FROM (OLD.read_up_to, OLD.is_marked_unread) THEN
          RETURN NULL;
        END IF;
        what := 'read';
      END IF;
    END IF;
    PERFORM pg_notify('live', what || ':' || changed.member_id || ':' || changed.conversation_id);
  ELSIF TG_TABLE_NAME = 'sessions' THEN
    PERFORM pg_notify('live', 'session:' || changed.id);
  ELSE
    PERFORM pg_notify('live', 'member:' || changed.id);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
DROP TRIGGER conversation_members_live ON conversation_members;
--> statement-breakpoint
CREATE TRIGGER conversation_members_live AFTER INSERT OR DELETE OR UPDATE OF last_received_id, last_sent_id, read_up_to, is_marked_unread, deleted_up_to, is_request, left_after
  ON conversation_members FOR EACH ROW EXECUTE FUNCTION tell_live();
