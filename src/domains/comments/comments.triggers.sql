-- A reply is shown under its parent, so it counts only while the authors of both are active.
create or replace function count_inserted_comment() returns trigger
language plpgsql as $$
begin
  perform
  from members
  where id = new.author_id
    and status = 'active'
  for share;
  if found and new.parent_id is not null then
    perform from comments parent
    join members m on m.id = parent.author_id
    where parent.id = new.parent_id
      and m.status = 'active'
    for share of m;
  end if;
  if found then
    insert into comment_totals as t (subject_type, subject_id, count)
    values (new.subject_type, new.subject_id, 1)
    on conflict (subject_type, subject_id) do update set count = t.count + 1;
  end if;
  return null;
end
$$;

create or replace trigger comments_total_inserted
after insert on comments
for each row execute function count_inserted_comment();

-- Runs before the deletion: a top-level comment subtracts its replies too, and is no longer found
-- when they are deleted after it.
create or replace function count_deleted_comment() returns trigger
language plpgsql as $$
declare
  deleted_count integer := 1;
begin
  -- Without a total the subject itself is being deleted.
  if not exists (
    select from comment_totals
    where subject_type = old.subject_type
      and subject_id = old.subject_id
  ) then
    return old;
  end if;
  perform
  from members
  where id = old.author_id
    and status = 'active'
  for share;
  if found and old.parent_id is not null then
    perform from comments parent
    join members m on m.id = parent.author_id
    where parent.id = old.parent_id
      and m.status = 'active'
    for share of m;
  end if;
  if not found then
    return old;
  end if;
  if old.parent_id is null then
    select count(*) + 1 into deleted_count
    from (
      select from comments reply
      join members m on m.id = reply.author_id
      where reply.parent_id = old.id
        and m.status = 'active'
      for share of m
    ) replies;
  end if;
  update comment_totals
  set count = count - deleted_count
  where subject_type = old.subject_type
    and subject_id = old.subject_id;
  return old;
end
$$;

create or replace trigger comments_total_deleted
before delete on comments
for each row execute function count_deleted_comment();

create or replace function delete_comment_reactions() returns trigger
language plpgsql as $$
begin
  delete from reaction_totals
  where subject_type in ('post_comment', 'comment')
    and subject_id = old.id;
  delete from reactions
  where subject_type in ('post_comment', 'comment')
    and subject_id = old.id;
  return null;
end
$$;

create or replace trigger comments_reactions
after delete on comments
for each row execute function delete_comment_reactions();

-- Deletes the notifications of the replies too. Triggers run in the order of their names: this one
-- before comments_total_deleted.
create or replace function delete_comment_notifications() returns trigger
language plpgsql as $$
begin
  perform delete_notifications_about(
    array['post_comment', 'comment'],
    old.id || array(select reply.id from comments reply where reply.parent_id = old.id)
  );
  return old;
end
$$;

create or replace trigger comments_notifications
before delete on comments
for each row execute function delete_comment_notifications();

create or replace function notify_live_comment() returns trigger
language plpgsql as $$
declare
  changed record := coalesce(new, old);
begin
  perform notify_live_subject(
    changed.subject_type::text,
    changed.subject_id,
    changed.author_id,
    'comments'
  );
  return null;
end
$$;

create or replace trigger comments_live
after insert or delete or update of body, media_id on comments
for each row execute function notify_live_comment();

-- A reaction to a comment changes the thread that shows it.
create or replace function notify_live_reaction() returns trigger
language plpgsql as $$
declare
  changed record := coalesce(new, old);
begin
  if changed.subject_type in ('post_comment', 'comment') then
    perform notify_live_subject(
      c.subject_type::text,
      c.subject_id,
      changed.member_id,
      'comments'
    )
    from comments c
    where c.id = changed.subject_id;
  else
    perform notify_live_subject(
      changed.subject_type::text,
      changed.subject_id,
      changed.member_id,
      'reactions'
    );
  end if;
  return null;
end
$$;

create or replace trigger reactions_live
after insert or delete or update of kind on reactions
for each row execute function notify_live_reaction();

create or replace trigger comments_attach_media
after insert on comments
for each row when (new.media_id is not null)
execute function sync_media_state();

create or replace trigger comments_replace_media
after update of media_id on comments
for each row when (old.media_id is distinct from new.media_id)
execute function sync_media_state();

create or replace trigger comments_release_media
after delete on comments
for each row when (old.media_id is not null)
execute function sync_media_state();

-- A suspended or deleted account stops counting, and counts again when it is reinstated. Rows
-- are locked in the order of their key.
create or replace function recount_member_totals() returns trigger
language plpgsql as $$
declare
  step integer := case when tg_op = 'UPDATE' and new.status = 'active' then 1 else -1 end;
begin
  insert into reaction_totals as t (subject_type, subject_id, kind, count)
  select subject_type, subject_id, kind, step
  from reactions
  where member_id = old.id
  order by 1, 2, 3
  on conflict (subject_type, subject_id, kind) do update set count = t.count + excluded.count;
  insert into comment_totals as t (subject_type, subject_id, count)
  select subject_type, subject_id, step * count(*)
  from (
    select own.subject_type, own.subject_id
    from comments own
    left join comments parent on parent.id = own.parent_id
    left join members m on m.id = parent.author_id
    where own.author_id = old.id
      and (own.parent_id is null or parent.author_id = old.id or m.status = 'active')
    union all
    select reply.subject_type, reply.subject_id
    from comments own
    join comments reply on reply.parent_id = own.id
    join members m on m.id = reply.author_id and m.status = 'active'
    where own.author_id = old.id
      and reply.author_id <> old.id
  ) counted
  group by 1, 2
  order by 1, 2
  on conflict (subject_type, subject_id) do update set count = t.count + excluded.count;
  return coalesce(new, old);
end
$$;

create or replace trigger members_recount_totals
after update of status on members
for each row when ((old.status = 'active') <> (new.status = 'active'))
execute function recount_member_totals();

create or replace trigger members_uncount_totals
before delete on members
for each row when (old.status = 'active')
execute function recount_member_totals();

-- Subjects are named by type and id, without a foreign key: their reactions and comments are deleted
-- here. The totals first, so that the triggers of those tables find nothing left to count.
create or replace function delete_interactions() returns trigger
language plpgsql as $$
declare
  deleted_type subject_type := tg_argv[0];
begin
  delete from reaction_totals where subject_type = deleted_type and subject_id = old.id;
  delete from comment_totals where subject_type = deleted_type and subject_id = old.id;
  delete from comments
  where subject_type = deleted_type and subject_id = old.id and parent_id is null;
  delete from reactions where subject_type = deleted_type and subject_id = old.id;
  return null;
end
$$;

create or replace trigger media_photo_deleted
after delete on media
for each row when (old.kind = 'photo')
execute function delete_interactions('photo');

create or replace trigger media_video_deleted
after delete on media
for each row when (old.kind <> 'photo')
execute function delete_interactions('video');

create or replace trigger members_subject_deleted
after delete on members
for each row execute function delete_interactions('member');
