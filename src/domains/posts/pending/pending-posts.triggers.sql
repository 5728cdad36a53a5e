create or replace trigger pending_media_attach_media
after insert on pending_media
for each row execute function sync_media_state();

create or replace trigger pending_media_release_media
after delete on pending_media
for each row execute function sync_media_state();

-- Posts that wait in a container are deleted with it.
create or replace function delete_pending_posts() returns trigger
language plpgsql as $$
begin
  delete from pending_posts
  where target_type = old.type
    and target_id = old.id;
  return null;
end
$$;

create or replace trigger containers_delete_pending_posts
after delete on containers
for each row execute function delete_pending_posts();

-- Leaving, being removed or banned ends what waits; also when the account ends.
create or replace function delete_pending_posts_of_member() returns trigger
language plpgsql as $$
begin
  delete from pending_posts
  where target_type = old.type
    and target_id = old.id
    and author_id = old.member_id;
  return null;
end
$$;

create or replace trigger memberships_delete_pending_posts
after update of state on memberships
for each row when (old.state = 'member' and new.state <> 'member')
execute function delete_pending_posts_of_member();

-- The staff's notice of a post that waits ends with the decision on it.
create or replace function withdraw_pending_notice() returns trigger
language plpgsql as $$
begin
  perform delete_notifications_about(array['pending_post'], array[old.id]);
  return old;
end
$$;

create or replace trigger pending_posts_notice
before delete on pending_posts
for each row execute function withdraw_pending_notice();
