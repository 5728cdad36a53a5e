create or replace function notify_live_session() returns trigger
language plpgsql as $$
begin
  perform pg_notify('live', 'session:' || old.id);
  return null;
end
$$;

create or replace trigger sessions_live
after delete on sessions
for each row execute function notify_live_session();
