create or replace function set_album_photo_container() returns trigger
language plpgsql as $$
begin
  select a.container_type, a.container_id
  into new.container_type, new.container_id
  from albums a
  where a.id = new.album_id;
  return new;
end
$$;

create or replace trigger album_photos_container
before insert on album_photos
for each row execute function set_album_photo_container();

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
create or replace trigger albums_notifications
before delete on albums
for each row execute function delete_subject_notifications('album');

create or replace trigger albums_subject_deleted
after delete on albums
for each row execute function delete_interactions('album');
