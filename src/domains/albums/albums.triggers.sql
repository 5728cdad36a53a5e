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

-- Cached screens of a container show its newest photos.
create or replace function invalidate_photo_screens() returns trigger
language plpgsql as $$
declare
  changed record := coalesce(new, old);
begin
  if tg_table_name = 'media' then
    perform invalidate_page('screens:' || p.container_type || ':' || p.container_id)
    from album_photos p
    where p.media_id = changed.id and p.container_id is not null;
  elsif changed.container_id is not null then
    perform invalidate_page('screens:' || changed.container_type || ':' || changed.container_id);
  end if;
  return null;
end
$$;

create or replace trigger album_photos_screens
after insert or delete or update on album_photos
for each row execute function invalidate_photo_screens();

create or replace trigger media_photo_screens
after update of content_hash, variant_widths, alt on media
for each row execute function invalidate_photo_screens();
