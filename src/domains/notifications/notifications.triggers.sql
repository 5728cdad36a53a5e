-- A notification is deleted with its subject, and with the last of its actors. Rows are locked in
-- the order in which notifications are written (by recipient) and before the totals of reactions
-- and comments, as everywhere, so that two transactions never wait for each other.
create or replace function delete_notifications_about(types text[], ids bigint[]) returns void
language plpgsql as $$
declare
  as_subject bigint[] := array(
    select n.id
    from notifications n
    where n.subject_type = any (types)
      and n.subject_id = any (ids)
  );
  as_source bigint[] := array(
    select a.notification_id
    from notification_actors a
    where a.source_type = any (types)
      and a.source_id = any (ids)
      and a.source_id <> 0
  );
begin
  if cardinality(as_subject) + cardinality(as_source) = 0 then
    return;
  end if;
  perform from notifications n
  where n.id = any (as_subject || as_source)
  order by n.recipient_id, n.id
  for update;
  delete from notifications n where n.id = any (as_subject);
  delete from notification_actors a
  where a.source_type = any (types)
    and a.source_id = any (ids)
    and a.source_id <> 0;
end
$$;

-- Also deletes those whose context the subject is, such as notifications of its comments.
create or replace function delete_notifications_in(in_type text, in_id bigint) returns void
language plpgsql as $$
begin
  perform from notifications n
  where n.context_type = in_type
    and n.context_id = in_id
  order by n.recipient_id, n.id
  for update;
  delete from notifications n
  where n.context_type = in_type
    and n.context_id = in_id;
  perform delete_notifications_about(array[in_type], array[in_id]);
end
$$;

create or replace function delete_subject_notifications() returns trigger
language plpgsql as $$
begin
  perform delete_notifications_in(tg_argv[0], old.id);
  return old;
end
$$;

create or replace function delete_notification_without_actors() returns trigger
language plpgsql as $$
begin
  delete from notifications n
  where n.id = old.notification_id
    and not exists (select from notification_actors a where a.notification_id = n.id);
  return null;
end
$$;

create or replace trigger notification_actors_deleted
after delete on notification_actors
for each row execute function delete_notification_without_actors();

create or replace function notify_live_notification() returns trigger
language plpgsql as $$
begin
  perform pg_notify('live', 'badges:' || (coalesce(new, old)).recipient_id);
  return null;
end
$$;

create or replace trigger notifications_live
after insert or delete or update on notifications
for each row execute function notify_live_notification();

create or replace function notify_live_withdrawal() returns trigger
language plpgsql as $$
begin
  perform pg_notify('live', 'badges:' || n.recipient_id)
  from notifications n
  where n.id = new.notification_id;
  return null;
end
$$;

create or replace trigger notification_actors_live
after update of withdrawn_at on notification_actors
for each row execute function notify_live_withdrawal();

-- Wakes a process that delivers push messages.
create or replace function notify_due_delivery() returns trigger
language plpgsql as $$
begin
  perform pg_notify('due', '');
  return null;
end
$$;

create or replace trigger notification_deliveries_push
after insert on notification_deliveries
for each row when (new.channel = 'push')
execute function notify_due_delivery();

-- Time zones are checked against the browser's list, which may have a name that the database does
-- not know: UTC then, never an error.
create or replace function wall_time(instant timestamptz, zone text) returns timestamp
language plpgsql stable as $$
begin
  return instant at time zone zone;
exception when invalid_parameter_value then
  return instant at time zone 'UTC';
end
$$;

create or replace function from_wall_time(wall timestamp, zone text) returns timestamptz
language plpgsql stable as $$
begin
  return wall at time zone zone;
exception when invalid_parameter_value then
  return wall at time zone 'UTC';
end
$$;

-- When an email of that frequency is sent for an event at that instant: after five minutes, in which
-- it may be read or joined by others; at the next eight in the morning of the member's clock; on the
-- next Monday at eight.
create or replace function email_due_at(frequency text, instant timestamptz, zone text)
returns timestamptz
language sql stable as $$
  select case frequency
    when 'daily' then from_wall_time(
      date_trunc('day', wall_time(instant, zone) - interval '8 hours')
        + interval '1 day 8 hours',
      zone
    )
    when 'weekly' then from_wall_time(
      date_trunc('week', wall_time(instant, zone) - interval '8 hours')
        + interval '7 days 8 hours',
      zone
    )
    else instant + interval '5 minutes'
  end
$$;
