-- Posts of a container: its counters, and their deletion with it. Posts about an item, such as that
-- somebody joined, were written by nobody: they count nothing and are no news.
create or replace function count_container_post() returns trigger
language plpgsql as $$
declare
  this posts := coalesce(new, old);
  step integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  update containers
  set post_count = post_count + step,
    newest_sort_key = case
      when step = 1 then greatest(newest_sort_key, this.sort_key)
      else newest_sort_key
    end
  where type = this.object_type
    and id = this.object_id
    and state <> 'deleted';
  if not found then
    -- The container itself is being deleted; a new post has none to stand in.
    if step = 1 then
      raise foreign_key_violation using message = 'the container of a post does not exist';
    end if;
    return null;
  end if;
  if step = 1 then
    insert into container_daily_stats as stats (type, id, day, posts)
    values (this.object_type, this.object_id, (now() at time zone 'Etc/UTC')::date, 1)
    on conflict (type, id, day) do update set posts = stats.posts + 1;
    -- Newcomers are those with few posts of their own. Own posts are no news.
    if this.subject_type = 'member' then
      update memberships
      set published_posts = least(published_posts + 1, 100),
        last_read_sort_key = greatest(last_read_sort_key, this.sort_key)
      where type = this.object_type
        and id = this.object_id
        and member_id = this.author_id;
    end if;
  end if;
  return null;
end
$$;

create or replace trigger posts_container_inserted
after insert on posts
for each row when (new.audience = 'container' and new.item_id is null)
execute function count_container_post();

create or replace trigger posts_container_deleted
after delete on posts
for each row when (old.audience = 'container' and old.item_id is null)
execute function count_container_post();

-- Whoever leaves has not joined; what they shared about an item stays.
create or replace function delete_membership_posts() returns trigger
language plpgsql as $$
begin
  delete from posts
  where author_id = old.member_id
    and object_type = old.type
    and object_id = old.id
    and audience = 'container'
    and item_id = object_id;
  return null;
end
$$;

create or replace trigger memberships_delete_posts
after update of state on memberships
for each row when (old.state = 'member' and new.state <> 'member')
execute function delete_membership_posts();

-- The posts of a deleted container are deleted with it, and with each what names it.
create or replace function delete_container_posts() returns trigger
language plpgsql as $$
begin
  delete from posts
  where object_type = old.type
    and object_id = old.id;
  return null;
end
$$;

create or replace trigger containers_delete_posts
after delete on containers
for each row execute function delete_container_posts();
