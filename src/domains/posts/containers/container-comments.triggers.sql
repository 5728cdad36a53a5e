-- Comments on the posts of a container, by the day on which they were written. The post is still
-- there while its comments are deleted one by one; with the post, they stay counted.
create or replace function count_container_comment() returns trigger
language plpgsql as $$
declare
  this comments := coalesce(new, old);
  container record;
begin
  if tg_op = 'INSERT' then
    -- Most posts stand in none.
    select p.object_type as type, p.object_id as id
    into container
    from posts p
    where p.id = this.subject_id
      and p.audience = 'container';
    if not found then
      return null;
    end if;
    insert into container_daily_stats as stats (type, id, day, comments)
    values (container.type, container.id, (this.created_at at time zone 'Etc/UTC')::date, 1)
    on conflict (type, id, day) do update set comments = stats.comments + 1;
    insert into discussed_posts as d (post_id, type, id, commented_at)
    values (this.subject_id, container.type, container.id, this.created_at)
    on conflict (post_id) do update set commented_at = excluded.commented_at
    where d.commented_at < excluded.commented_at;
  else
    update container_daily_stats stats
    set comments = greatest(stats.comments - 1, 0)
    from posts p
    where p.id = this.subject_id
      and p.audience = 'container'
      and stats.type = p.object_type
      and stats.id = p.object_id
      and stats.day = (this.created_at at time zone 'Etc/UTC')::date;
    -- The newest comment that is left, replies aside: these have no index by post.
    update discussed_posts
    set commented_at = (
      select newest.created_at
      from comments newest
      where newest.subject_type = 'post'
        and newest.subject_id = this.subject_id
        and newest.parent_id is null
      order by newest.id desc
      limit 1
    )
    where post_id = this.subject_id
      and commented_at = this.created_at
      and exists (
        select from comments other
        where other.subject_type = 'post'
          and other.subject_id = this.subject_id
          and other.parent_id is null
      );
    if not found then
      delete from discussed_posts
      where post_id = this.subject_id
        and commented_at = this.created_at;
    end if;
  end if;
  return null;
end
$$;

-- The same comments as the total of the post counts. Rows in one order: the total of the post, then
-- that of the container.
create or replace function count_comments_in_container() returns trigger
language plpgsql as $$
declare
  step integer := new.count - case when tg_op = 'UPDATE' then old.count else 0 end;
begin
  update container_totals t
  set comments = t.comments + step
  from posts p
  where p.id = new.subject_id
    and p.audience = 'container'
    and t.type = p.object_type
    and t.id = p.object_id;
  return null;
end
$$;

create or replace trigger comment_totals_container
after insert or update of count on comment_totals
for each row when (new.subject_type = 'post')
execute function count_comments_in_container();

-- Before the total of the deleted post goes (posts_subject_deleted).
create or replace function uncount_comments_of_post() returns trigger
language plpgsql as $$
declare
  written integer;
begin
  select count into written
  from comment_totals
  where subject_type = 'post'
    and subject_id = old.id
  for update;
  if written > 0 then
    update container_totals t
    set comments = t.comments - written
    where t.type = old.object_type
      and t.id = old.object_id;
  end if;
  return null;
end
$$;

create or replace trigger posts_container_uncounted
after delete on posts
for each row when (old.audience = 'container')
execute function uncount_comments_of_post();

create or replace trigger comments_container_inserted
after insert on comments
for each row when (new.subject_type = 'post')
execute function count_container_comment();

create or replace trigger comments_container_deleted
after delete on comments
for each row when (old.subject_type = 'post')
execute function count_container_comment();
