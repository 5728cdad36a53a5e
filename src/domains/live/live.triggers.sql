-- Notifies the live streams of a change to a subject, and records it for screens whose stream was
-- interrupted. Actor 0 is the site itself.
create or replace function notify_live_subject(
  type text,
  id bigint,
  actor bigint,
  change text
) returns void
language plpgsql as $$
begin
  perform pg_notify('live', concat_ws(':', 'subject', type, id, actor, change));
  insert into live_changes (subject_type, subject_id, kind, actor_id, changed_at)
  values (type, id, change, actor, clock_timestamp())
  on conflict (subject_type, subject_id, kind, actor_id)
  do update set changed_at = excluded.changed_at;
end
$$;
