create or replace trigger album_photos_attach_media
after insert on album_photos
for each row execute function sync_media_state();

create or replace trigger album_photos_release_media
after delete on album_photos
for each row execute function sync_media_state();

create or replace trigger album_photos_notifications
before delete on album_photos
for each row execute function delete_attachment_notifications();

-- Notifications first, as everywhere.
create or replace function delete_album_notifications() returns trigger
language plpgsql as $$
begin
  perform delete_notifications_in('album', old.id);
  return old;
end
$$;

create or replace trigger albums_notifications
before delete on albums
for each row execute function delete_album_notifications();

create or replace function delete_album_interactions() returns trigger
language plpgsql as $$
begin
  delete from reaction_totals where subject_type = 'album' and subject_id = old.id;
  delete from comment_totals where subject_type = 'album' and subject_id = old.id;
  delete from comments
  where subject_type = 'album' and subject_id = old.id and parent_id is null;
  delete from reactions where subject_type = 'album' and subject_id = old.id;
  return null;
end
$$;

create or replace trigger albums_subject_deleted
after delete on albums
for each row execute function delete_album_interactions();

-- Albums of a container survive the member who created them, as posts in its name do: they pass to
-- its owner, or, while it is in custody, to an admin of the site. So do the photos that the
-- container shows as its own.
create or replace function keep_albums_of_containers() returns trigger
language plpgsql as $$
begin
  update media m
  set owner_id = coalesce(
    (
      select c.owner_id
      from containers c
      where c.type = a.container_type and c.id = a.container_id and c.owner_id <> old.id
    ),
    (select one.id from members one where one.role = 'admin' and one.id <> old.id order by one.id limit 1),
    m.owner_id
  )
  from album_photos p
  join albums a on a.id = p.album_id
  where p.media_id = m.id and m.owner_id = old.id and a.is_by_container;
  update albums a
  set owner_id = coalesce(
    (
      select c.owner_id
      from containers c
      where c.type = a.container_type and c.id = a.container_id and c.owner_id <> old.id
    ),
    (select one.id from members one where one.role = 'admin' and one.id <> old.id order by one.id limit 1),
    a.owner_id
  )
  where a.owner_id = old.id and a.container_id is not null;
  return old;
end
$$;

create or replace trigger members_keep_albums_of_containers
before delete on members
for each row execute function keep_albums_of_containers();
