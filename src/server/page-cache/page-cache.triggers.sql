-- Announces that pages with this tag changed. The process that makes the change gets the notice on
-- its own connection, before its commit is acknowledged; every process gets the notification after
-- the commit. The transaction id shows that both are the same change.
create or replace function invalidate_page(tag text) returns void
language plpgsql as $$
declare
  change text := tag || ' ' || pg_current_xact_id();
begin
  raise notice using errcode = 'CACHE', message = change;
  perform pg_notify('cache', change);
end
$$;
