create or replace trigger attachments_attach_media
after insert on attachments
for each row when (new.media_id is not null)
execute function sync_media_state();

create or replace trigger attachments_replace_media
after update of media_id on attachments
for each row when (old.media_id is distinct from new.media_id)
execute function sync_media_state();

create or replace trigger attachments_release_media
after delete on attachments
for each row when (old.media_id is not null)
execute function sync_media_state();

create or replace trigger attachments_notifications
before delete on attachments
for each row when (old.media_id is not null)
execute function delete_attachment_notifications();

create or replace trigger scheduled_media_attach_media
after insert on scheduled_media
for each row execute function sync_media_state();

create or replace trigger scheduled_media_release_media
after delete on scheduled_media
for each row execute function sync_media_state();

-- A member with photos on posts has an album of them. The photos stay with their posts; the album
-- shows those that its reader may see. Photos of an album that the feed shows stay there.
create or replace function ensure_wall_album() returns trigger
language plpgsql as $$
begin
  insert into albums (owner_id, type, title, audience)
  select p.author_id, 'wall', 'Wall Photos', 'everyone'
  from posts p
  where p.id = new.post_id
    and p.subject_type = 'member'
  on conflict (owner_id, type)
  where type is not null
    and container_id is null
  do nothing;
  return null;
end
$$;

create or replace trigger attachments_wall_album
after insert on attachments
for each row when (new.type = 'photo' and new.media_id is not null)
execute function ensure_wall_album();

-- A feed item about photos of an album has the audience of the album and shows its title.
create or replace function sync_album_posts() returns trigger
language plpgsql as $$
begin
  if new.audience <> old.audience then
    update posts set audience = new.audience where album_id = new.id;
  else
    perform invalidate_page('post:' || p.id) from posts p where p.album_id = new.id;
  end if;
  return null;
end
$$;

create or replace trigger albums_sync_posts
after update of audience, title on albums
for each row when (
  old.audience is distinct from new.audience or old.title is distinct from new.title
)
execute function sync_album_posts();

-- A photo that has left its album leaves the feed items about it; an item without photos is deleted.
create or replace function remove_photo_from_activity() returns trigger
language plpgsql as $$
declare
  removed record;
begin
  for removed in
    delete from attachments
    where type = 'photo'
      and target_id = old.media_id
    returning post_id, position
  loop
    update attachments
    set position = position - 1
    where post_id = removed.post_id
      and position > removed.position;
    update posts set attachment_count = attachment_count - 1 where id = removed.post_id;
    delete from posts
    where id = removed.post_id
      and attachment_count = 0;
  end loop;
  return null;
end
$$;

create or replace trigger album_photos_activity
after delete on album_photos
for each row execute function remove_photo_from_activity();

-- Posts with the video are read again when it is ready, or cannot be converted. The site is the
-- actor, so the video's owner is notified too.
create or replace function notify_live_video() returns trigger
language plpgsql as $$
begin
  perform notify_live_subject('post', a.post_id, 0, 'reactions')
  from attachments a
  where a.media_id = new.id;
  return null;
end
$$;

create or replace trigger media_live
after update of details on media
for each row when (new.kind = 'video' and new.details is distinct from old.details)
execute function notify_live_video();
