-- For every table with a column media_id: the database itself knows which media are attached, so
-- that no call, cascade or purge can leave a file behind that nobody uses, or remove one that is
-- still shown.
create or replace function sync_media_state() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update media
    set state = 'orphaned', state_changed_at = now()
    where id = old.media_id
      and state <> 'orphaned';
  end if;
  if tg_op <> 'DELETE' then
    update media
    set state = 'attached', state_changed_at = now()
    where id = new.media_id
      and state <> 'attached';
  end if;
  return null;
end
$$;

-- Files outlive their row by a day, so that a backup that has begun (database first, then files)
-- is whole.
create or replace function record_orphaned_blobs() returns trigger
language plpgsql as $$
begin
  insert into orphaned_blobs as o (content_hash, remove_after)
  select distinct hash,
    case when old.state = 'attached' then now() else old.state_changed_at end
      + interval '24 hours'
  from unnest(array[old.content_hash, old.poster_hash]) hash
  where hash is not null
  order by hash
  on conflict (content_hash)
  do update set remove_after = greatest(o.remove_after, excluded.remove_after);
  return null;
end
$$;

create or replace trigger media_blobs_deleted
after delete on media
for each row execute function record_orphaned_blobs();

-- A converted video has other content, and the content before may be removed.
create or replace trigger media_blobs_replaced
after update of content_hash, poster_hash on media
for each row when (
  old.content_hash <> new.content_hash or old.poster_hash is distinct from new.poster_hash
)
execute function record_orphaned_blobs();

-- Pages that still name a replaced picture, and a running backup, have a day.
create or replace function record_orphaned_avatars() returns trigger
language plpgsql as $$
begin
  insert into orphaned_avatars as o (name, remove_after)
  select distinct name, now() + interval '24 hours'
  from unnest(array[old.avatar, old.cover]) name
  where name is not null
  on conflict (name) do update set remove_after = greatest(o.remove_after, excluded.remove_after);
  return null;
end
$$;

create or replace trigger members_avatars_deleted
after delete on members
for each row execute function record_orphaned_avatars();

create or replace trigger members_avatars_replaced
after update of avatar, cover on members
for each row when (
  old.avatar is distinct from new.avatar or old.cover is distinct from new.cover
)
execute function record_orphaned_avatars();

create or replace function delete_media_notifications() returns trigger
language plpgsql as $$
begin
  perform delete_notifications_about(array['photo', 'video'], array[old.id]);
  return old;
end
$$;

create or replace trigger media_notifications
before delete on media
for each row execute function delete_media_notifications();

-- A photo or video that was detached is no longer seen there.
create or replace function delete_attachment_notifications() returns trigger
language plpgsql as $$
begin
  perform delete_notifications_about(array['photo', 'video'], array[old.media_id]);
  return old;
end
$$;
