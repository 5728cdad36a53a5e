-- What members are told goes with what it is about and with what was done, whichever way those go. Records are locked in the order
-- in which `tell` writes them (by recipient), and before the totals, as everywhere: nobody waits in a circle.
CREATE FUNCTION drop_told(types text[], ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  about bigint[] := ARRAY(SELECT n.id FROM notifications n WHERE n.about_type = ANY (types) AND n.about_id = ANY (ids));
  acted bigint[] := ARRAY(SELECT a.notification_id FROM notification_actors a WHERE a.act_type = ANY (types) AND a.act_id = ANY (ids) AND a.act_id <> 0);
BEGIN
  IF cardinality(about) + cardinality(acted) = 0 THEN
    RETURN;
  END IF;
  PERFORM FROM notifications n WHERE n.id = ANY (about || acted) ORDER BY n.recipient_id, n.id FOR UPDATE;
  DELETE FROM notifications n WHERE n.id = ANY (about);
  DELETE FROM notification_actors a WHERE a.act_type = ANY (types) AND a.act_id = ANY (ids) AND a.act_id <> 0;
END
$$;
--> statement-breakpoint
-- A comment takes its replies with it; the totals' trigger, whose name comes later, has its turn after this one.
CREATE FUNCTION drop_told_of_comment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM drop_told(ARRAY['activity_comment', 'core_comment'], OLD.id || ARRAY(SELECT reply.id FROM comments reply WHERE reply.parent_id = OLD.id));
  RETURN OLD;
END
$$;
--> statement-breakpoint
CREATE TRIGGER comments_told BEFORE DELETE ON comments FOR EACH ROW EXECUTE FUNCTION drop_told_of_comment();
--> statement-breakpoint
CREATE FUNCTION drop_told_of_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM notifications n WHERE n.place_type = 'activity_action' AND n.place_id = OLD.id ORDER BY n.recipient_id, n.id FOR UPDATE;
  DELETE FROM notifications n WHERE n.place_type = 'activity_action' AND n.place_id = OLD.id;
  PERFORM drop_told(ARRAY['activity_action'], ARRAY[OLD.id]);
  RETURN OLD;
END
$$;
--> statement-breakpoint
CREATE TRIGGER posts_told BEFORE DELETE ON posts FOR EACH ROW EXECUTE FUNCTION drop_told_of_post();
--> statement-breakpoint
CREATE FUNCTION drop_told_of_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM drop_told(ARRAY['album_photo', 'video'], ARRAY[OLD.id]);
  RETURN OLD;
END
$$;
--> statement-breakpoint
CREATE TRIGGER media_told BEFORE DELETE ON media FOR EACH ROW EXECUTE FUNCTION drop_told_of_media();
--> statement-breakpoint
-- A photo that was taken off its post is not seen there any more.
CREATE FUNCTION drop_told_of_attachment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM drop_told(ARRAY['album_photo', 'video'], ARRAY[OLD.media_id]);
  RETURN OLD;
END
$$;
--> statement-breakpoint
CREATE TRIGGER attachments_told BEFORE DELETE ON attachments FOR EACH ROW WHEN (OLD.media_id IS NOT NULL) EXECUTE FUNCTION drop_told_of_attachment();
--> statement-breakpoint
-- Of which nobody is left who did it, there is nothing to tell.
CREATE FUNCTION drop_deserted_notification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM notifications n WHERE n.id = OLD.notification_id AND NOT EXISTS (SELECT FROM notification_actors a WHERE a.notification_id = n.id);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER notification_actors_gone AFTER DELETE ON notification_actors FOR EACH ROW EXECUTE FUNCTION drop_deserted_notification();
--> statement-breakpoint
-- A request that was answered or taken back, and a friendship that has ended.
CREATE FUNCTION drop_told_of_friends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'friend_requests' THEN
    DELETE FROM notifications WHERE recipient_id = OLD.asked_id AND group_key = 'friend_request:user:' || OLD.asker_id;
  ELSE
    DELETE FROM notifications WHERE recipient_id = OLD.member_id AND group_key = 'friend_accepted:user:' || OLD.friend_id;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER friend_requests_told AFTER DELETE ON friend_requests FOR EACH ROW EXECUTE FUNCTION drop_told_of_friends();
--> statement-breakpoint
CREATE TRIGGER friendships_told AFTER DELETE ON friendships FOR EACH ROW EXECUTE FUNCTION drop_told_of_friends();
