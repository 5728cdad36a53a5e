-- Comments on the posts of a container, by the day on which they were written. The post is still
-- there while its comments are deleted one by one; with the post, they stay counted.
create or replace function count_container_comment() returns trigger
language plpgsql as $$
declare
  this comments := coalesce(new, old);
  step integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  if step = 1 then
    insert into container_daily_stats as stats (type, id, day, comments)
    select p.object_type, p.object_id, (this.created_at at time zone 'Etc/UTC')::date, 1
    from posts p
    where p.id = this.subject_id and p.audience = 'container'
    on conflict (type, id, day) do update set comments = stats.comments + 1;
  else
    update container_daily_stats stats
    set comments = greatest(stats.comments - 1, 0)
    from posts p
    where p.id = this.subject_id
      and p.audience = 'container'
      and stats.type = p.object_type
      and stats.id = p.object_id
      and stats.day = (this.created_at at time zone 'Etc/UTC')::date;
  end if;
  return null;
end
$$;

create or replace trigger comments_container_inserted
after insert on comments
for each row when (new.subject_type = 'post')
execute function count_container_comment();

create or replace trigger comments_container_deleted
after delete on comments
for each row when (old.subject_type = 'post')
execute function count_container_comment();
