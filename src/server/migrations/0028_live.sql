-- Tells the open streams, in whatever process, at COMMIT: whose numbers have changed, which session has ended, who is not active any more.
CREATE FUNCTION tell_live() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record := coalesce(NEW, OLD);
BEGIN
  IF TG_TABLE_NAME = 'notifications' THEN
    PERFORM pg_notify('live', 'badges:' || changed.recipient_id);
  ELSIF TG_TABLE_NAME = 'notification_actors' THEN
    PERFORM pg_notify('live', 'badges:' || n.recipient_id) FROM notifications n WHERE n.id = changed.notification_id;
  ELSIF TG_TABLE_NAME = 'friend_requests' THEN
    PERFORM pg_notify('live', 'badges:' || changed.asked_id);
  ELSIF TG_TABLE_NAME = 'conversation_members' THEN
    PERFORM pg_notify('live', 'messages:' || changed.member_id);
  ELSIF TG_TABLE_NAME = 'sessions' THEN
    PERFORM pg_notify('live', 'session:' || changed.id);
  ELSE
    PERFORM pg_notify('live', 'member:' || changed.id);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER notifications_live AFTER INSERT OR UPDATE OR DELETE ON notifications FOR EACH ROW EXECUTE FUNCTION tell_live();
--> statement-breakpoint
CREATE TRIGGER notification_actors_live AFTER UPDATE OF withdrawn_at ON notification_actors FOR EACH ROW EXECUTE FUNCTION tell_live();
--> statement-breakpoint
CREATE TRIGGER friend_requests_live AFTER INSERT OR UPDATE OR DELETE ON friend_requests FOR EACH ROW EXECUTE FUNCTION tell_live();
--> statement-breakpoint
CREATE TRIGGER conversation_members_live AFTER INSERT OR DELETE OR UPDATE OF last_received_id, last_sent_id, read_up_to, is_marked_unread, deleted_up_to, is_request
  ON conversation_members FOR EACH ROW EXECUTE FUNCTION tell_live();
--> statement-breakpoint
CREATE TRIGGER sessions_live AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION tell_live();
--> statement-breakpoint
CREATE TRIGGER members_live AFTER UPDATE OF status ON members FOR EACH ROW WHEN (NEW.status <> 'active') EXECUTE FUNCTION tell_live();
