-- A post is deleted together with what names it by type and id. Notifications first, then the
-- totals, so that the triggers of reactions and comments find nothing left to count.
create or replace trigger posts_notifications
before delete on posts
for each row execute function delete_subject_notifications('post');

create or replace trigger posts_subject_deleted
after delete on posts
for each row execute function delete_interactions('post');

-- A reader whose cursor names a deleted post continues from its sort key.
create or replace function record_post_tombstone() returns trigger
language plpgsql as $$
begin
  insert into post_tombstones (id, sort_key)
  values (old.id, old.sort_key)
  on conflict do nothing;
  return null;
end
$$;

create or replace trigger posts_record_tombstone
after delete on posts
for each row execute function record_post_tombstone();

-- Screens of its writer and of the owner of the wall drop it. Nobody else is notified, since that
-- would reveal that the post existed.
create or replace function notify_deleted_wall_post() returns trigger
language plpgsql as $$
begin
  perform pg_notify('live', concat_ws(':', 'deleted', old.author_id, old.id));
  perform pg_notify('live', concat_ws(':', 'deleted', old.object_id, old.id));
  return null;
end
$$;

create or replace trigger posts_notify_deleted
after delete on posts
for each row when (old.object_type = 'member' and old.object_id <> old.author_id)
execute function notify_deleted_wall_post();

-- Screens of friends learn that the author has posted, not what; those of the author learn of every
-- post. Nobody learns so of posts for the author alone or in a container.
create or replace function notify_live_post() returns trigger
language plpgsql as $$
begin
  if new.object_type = 'member' and new.audience in ('everyone', 'friends') then
    perform pg_notify('live', 'post:' || new.author_id);
  else
    perform pg_notify('live', concat_ws(':', 'posts', new.author_id, new.author_id));
  end if;
  return null;
end
$$;

create or replace trigger posts_created_live
after insert on posts
for each row when (new.published_at > now() - interval '1 minute')
execute function notify_live_post();

-- Lists that do not start from posts are ordered by a copy of the post's sort key.
create or replace function set_post_sort_key() returns trigger
language plpgsql as $$
begin
  select p.sort_key into new.post_sort_key from posts p where p.id = new.post_id;
  return new;
end
$$;

-- Attachments name the wall or container as well, so that the photos of one are found by an index.
create or replace function set_attachment_keys() returns trigger
language plpgsql as $$
begin
  select p.sort_key, p.object_type, p.object_id
  into new.post_sort_key, new.object_type, new.object_id
  from posts p
  where p.id = new.post_id;
  return new;
end
$$;

create or replace trigger attachments_sort_key
before insert on attachments
for each row execute function set_attachment_keys();

create or replace trigger post_hashtags_sort_key
before insert on post_hashtags
for each row execute function set_post_sort_key();

create or replace trigger saved_posts_sort_key
before insert on saved_posts
for each row execute function set_post_sort_key();

create or replace function sync_post_sort_key() returns trigger
language plpgsql as $$
begin
  update attachments set post_sort_key = new.sort_key where post_id = new.id;
  update post_hashtags set post_sort_key = new.sort_key where post_id = new.id;
  update saved_posts set post_sort_key = new.sort_key where post_id = new.id;
  return null;
end
$$;

create or replace trigger posts_sort_key_changed
after update of published_at on posts
for each row when (old.published_at is distinct from new.published_at)
execute function sync_post_sort_key();

-- Notices of posts in a container that went to its members, as such, end with the membership.
create or replace function delete_member_post_notices() returns trigger
language plpgsql as $$
declare
  ended bigint[] := array(
    select n.id
    from notifications n
    join posts p on p.id = n.subject_id and p.object_type = old.type and p.object_id = old.id
    where n.recipient_id = old.member_id
      and n.subject_type = 'post'
      and n.type in (old.type || '_post', old.type || '_announcement')
    order by n.id
    for update of n
  );
begin
  delete from notifications where id = any (ended);
  return null;
end
$$;

create or replace trigger memberships_post_notices
after update of state on memberships
for each row when (old.state = 'member' and new.state <> 'member')
execute function delete_member_post_notices();
