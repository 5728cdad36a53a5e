-- Posts of a container: its counters, and their deletion with it.
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
  where type = this.object_type and id = this.object_id and state <> 'deleted';
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
for each row when (new.audience = 'container')
execute function count_container_post();

create or replace trigger posts_container_deleted
after delete on posts
for each row when (old.audience = 'container')
execute function count_container_post();

-- The posts of a deleted container are deleted with it, and with each what names it.
create or replace function delete_container_posts() returns trigger
language plpgsql as $$
begin
  delete from posts where object_type = old.type and object_id = old.id;
  return null;
end
$$;

create or replace trigger containers_delete_posts
after delete on containers
for each row execute function delete_container_posts();

-- A post in the name of a page survives the member who wrote it: it passes to the owner, or, while
-- the page is in custody, to an admin of the site. Its readers never see which member it is.
create or replace function keep_posts_of_pages() returns trigger
language plpgsql as $$
begin
  -- Their pictures and videos as well.
  update media m
  set owner_id = coalesce(
    (
      select c.owner_id
      from containers c
      where c.type = p.subject_type and c.id = p.subject_id and c.owner_id <> old.id
    ),
    (select a.id from members a where a.role = 'admin' and a.id <> old.id order by a.id limit 1),
    m.owner_id
  )
  from attachments at
  join posts p on p.id = at.post_id
  where at.media_id = m.id
    and m.owner_id = old.id
    and p.author_id = old.id
    and p.subject_type <> 'member';
  update posts
  set author_id = coalesce(
    (
      select c.owner_id
      from containers c
      where c.type = posts.subject_type and c.id = posts.subject_id and c.owner_id <> old.id
    ),
    (select m.id from members m where m.role = 'admin' and m.id <> old.id order by m.id limit 1),
    author_id
  )
  where author_id = old.id and subject_type <> 'member';
  return old;
end
$$;

create or replace trigger members_keep_posts_of_pages
before delete on members
for each row execute function keep_posts_of_pages();
