create or replace function notify_live_friend_request() returns trigger
language plpgsql as $$
begin
  perform pg_notify('live', 'badges:' || (coalesce(new, old)).recipient_id);
  return null;
end
$$;

create or replace trigger friend_requests_live
after insert or delete or update on friend_requests
for each row execute function notify_live_friend_request();

-- A request that was answered or withdrawn, and a friendship that has ended.
create or replace function delete_friend_notifications() returns trigger
language plpgsql as $$
begin
  if tg_table_name = 'friend_requests' then
    delete from notifications
    where recipient_id = old.recipient_id
      and group_key = 'friend_request:member:' || old.sender_id;
  else
    delete from notifications
    where recipient_id = old.member_id
      and group_key = 'friend_accepted:member:' || old.friend_id;
  end if;
  return null;
end
$$;

create or replace trigger friend_requests_notifications
after delete on friend_requests
for each row execute function delete_friend_notifications();

create or replace trigger friendships_notifications
after delete on friendships
for each row execute function delete_friend_notifications();
