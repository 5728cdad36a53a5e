create or replace trigger message_photos_attach_media
after insert on message_photos
for each row execute function sync_media_state();

create or replace trigger message_photos_release_media
after delete on message_photos
for each row execute function sync_media_state();

create or replace function delete_conversation_notifications() returns trigger
language plpgsql as $$
begin
  perform delete_notifications_about(array['conversation'], array[old.id]);
  return old;
end
$$;

create or replace trigger conversations_notifications
before delete on conversations
for each row execute function delete_conversation_notifications();

-- `messages` when something was written, came or went; `read` when only the member's own marks
-- changed.
create or replace function notify_live_conversation() returns trigger
language plpgsql as $$
declare
  changed record := coalesce(new, old);
  event text := 'messages';
begin
  if tg_op = 'UPDATE' then
    if (new.last_received_id, new.last_sent_id, new.deleted_up_to, new.is_request)
        is not distinct from
        (old.last_received_id, old.last_sent_id, old.deleted_up_to, old.is_request)
      and new.left_after is not distinct from old.left_after
    then
      if (new.read_up_to, new.is_marked_unread)
        is not distinct from (old.read_up_to, old.is_marked_unread)
      then
        return null;
      end if;
      event := 'read';
    end if;
  end if;
  perform pg_notify(
    'live',
    event || ':' || changed.member_id || ':' || changed.conversation_id
  );
  return null;
end
$$;

create or replace trigger conversation_members_live
after insert or delete or update of last_received_id, last_sent_id, read_up_to,
  is_marked_unread, deleted_up_to, is_request, left_after
on conversation_members
for each row execute function notify_live_conversation();
