create or replace trigger stories_attach_media
after insert on stories
for each row execute function sync_media_state();

create or replace trigger stories_release_media
after delete on stories
for each row execute function sync_media_state();

create or replace trigger stories_subject_deleted
after delete on stories
for each row execute function delete_interactions('story');

-- A story that expires sends no event: every screen knows when that is.
create or replace function notify_live_story() returns trigger
language plpgsql as $$
begin
  perform pg_notify('live', 'story:' || (coalesce(new, old)).owner_id);
  return null;
end
$$;

create or replace trigger stories_deleted_live
after delete on stories
for each row when (old.created_at > now() - interval '24 hours')
execute function notify_live_story();

create or replace trigger stories_changed_live
after insert or update of audience on stories
for each row execute function notify_live_story();

-- The video of a story is ready, or cannot be converted: screens read the story again.
create or replace function notify_live_story_video() returns trigger
language plpgsql as $$
begin
  perform pg_notify('live', 'story:' || s.owner_id)
  from stories s
  where s.media_id = new.id
    and s.created_at > now() - interval '24 hours';
  return null;
end
$$;

create or replace trigger media_story_live
after update of details on media
for each row when (new.kind = 'video' and new.details is distinct from old.details)
execute function notify_live_story_video();
