create or replace function invalidate_member_pages() returns trigger
language plpgsql as $$
begin
  perform invalidate_page('member:' || (coalesce(new, old)).id);
  return null;
end
$$;

create or replace trigger members_cache
after delete or update of status, displayname, avatar on members
for each row execute function invalidate_member_pages();

-- Closes the member's live streams in every process.
create or replace function notify_live_member() returns trigger
language plpgsql as $$
begin
  perform pg_notify('live', 'member:' || new.id);
  return null;
end
$$;

create or replace trigger members_live
after update of status on members
for each row when (new.status <> 'active')
execute function notify_live_member();

-- Until when a suspension lasts is not known, but since when decides what else ends with it.
create or replace function record_suspension() returns trigger
language plpgsql as $$
begin
  new.suspended_at := case when new.status = 'suspended' then now() end;
  return new;
end
$$;

create or replace trigger members_record_suspension
before update of status on members
for each row when (old.status is distinct from new.status)
execute function record_suspension();
