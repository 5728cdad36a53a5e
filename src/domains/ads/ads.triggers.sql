create or replace function record_orphaned_ad_picture() returns trigger
language plpgsql as $$
begin
  insert into orphaned_avatars as l (name, remove_after)
  values (old.picture, now() + interval '24 hours')
  on conflict (name)
  do update set remove_after = greatest(l.remove_after, excluded.remove_after);
  return null;
end
$$;

create or replace trigger ad_versions_picture_deleted
after delete on ad_versions
for each row when (old.picture is not null)
execute function record_orphaned_ad_picture();
