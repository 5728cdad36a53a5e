-- Counters of containers, per container and per day in UTC. They count active members only, as all
-- totals do. Whoever changes memberships has locked the container's row first, so the members' rows
-- are locked after it (docs/locking.md).
create or replace function count_membership() returns trigger
language plpgsql as $$
declare
  is_active boolean;
  joined integer := 0;
  followed integer := 0;
  requested integer := 0;
  this memberships := coalesce(new, old);
begin
  select status = 'active' into is_active from members where id = this.member_id for share;
  if is_active is not true then
    return null;
  end if;
  if tg_op <> 'DELETE' then
    joined := joined + (new.state = 'member')::int;
    followed := followed + new.is_following::int;
    requested := requested + (new.state = 'requested')::int;
  end if;
  if tg_op <> 'INSERT' then
    joined := joined - (old.state = 'member')::int;
    followed := followed - old.is_following::int;
    requested := requested - (old.state = 'requested')::int;
  end if;
  if joined = 0 and followed = 0 and requested = 0 then
    return null;
  end if;
  update containers
  set member_count = member_count + joined,
    follower_count = follower_count + followed,
    request_count = request_count + requested
  where type = this.type and id = this.id and state <> 'deleted';
  -- Not found while the container itself is being deleted.
  if found and (joined <> 0 or followed <> 0) then
    insert into container_daily_stats as stats (type, id, day, joins, leaves, follows, unfollows)
    values (
      this.type, this.id, (now() at time zone 'Etc/UTC')::date,
      greatest(joined, 0), greatest(-joined, 0), greatest(followed, 0), greatest(-followed, 0)
    )
    on conflict (type, id, day) do update
    set joins = stats.joins + excluded.joins,
      leaves = stats.leaves + excluded.leaves,
      follows = stats.follows + excluded.follows,
      unfollows = stats.unfollows + excluded.unfollows;
  end if;
  return null;
end
$$;

create or replace trigger memberships_count
after insert or delete or update of state, is_following on memberships
for each row execute function count_membership();

-- A suspended member does not count, a reinstated one counts again. Parents are locked as well, since
-- they come first and succession locks them next. Not `for update`: who comments holds the container
-- `for key share`, and then locks its member.
create or replace function recount_memberships() returns trigger
language plpgsql as $$
declare
  step integer := case when tg_op = 'UPDATE' and new.status = 'active' then 1 else -1 end;
begin
  perform from containers c
  where (c.type, c.id) in (
    select ms.type, ms.id from memberships ms where ms.member_id = old.id
    union all
    select child.parent_type, child.parent_id
    from memberships ms
    join containers child on child.type = ms.type and child.id = ms.id
    where ms.member_id = old.id and child.parent_id is not null
  )
  order by c.parent_id is not null, c.type, c.id
  for no key update;
  update containers c
  set member_count = c.member_count + step * (ms.state = 'member')::int,
    follower_count = c.follower_count + step * ms.is_following::int,
    request_count = c.request_count + step * (ms.state = 'requested')::int
  from memberships ms
  where ms.member_id = old.id and c.type = ms.type and c.id = ms.id;
  return coalesce(new, old);
end
$$;

create or replace trigger members_recount_memberships
after update of status on members
for each row when ((old.status = 'active') <> (new.status = 'active'))
execute function recount_memberships();

-- Before the deletion, while the memberships still exist; they are deleted as those of an inactive
-- member then, which count nothing.
create or replace trigger members_uncount_memberships
before delete on members
for each row when (old.status = 'active')
execute function recount_memberships();

-- Whoever is no member any more has no notices about the container and its items, by whichever way it
-- ended. The rows are locked in the order in which notices are written.
create or replace function delete_membership_notices() returns trigger
language plpgsql as $$
declare
  ended bigint[] := array(
    select n.id
    from notifications n
    where n.recipient_id = old.member_id
      and n.subject_type = old.type
      and (n.subject_id = old.id or (n.context_type = old.type and n.context_id = old.id))
      and (old.state = 'member' or n.type = old.type || '_invite')
    order by n.id
    for update
  );
begin
  delete from notifications where id = any (ended);
  return null;
end
$$;

-- The notice of an invitation ends with the invitation, unless it was accepted.
create or replace trigger memberships_notices_ended
after update of state on memberships
for each row when (
  (old.state = 'member' and new.state <> 'member')
  or (old.state = 'invited' and new.state not in ('invited', 'member'))
)
execute function delete_membership_notices();

-- Notices first, as everywhere.
create or replace function delete_container_notices() returns trigger
language plpgsql as $$
begin
  perform delete_notifications_in(old.type, old.id);
  return old;
end
$$;

create or replace trigger containers_notices
before delete on containers
for each row execute function delete_container_notices();

-- For triggers of the kinds, which name the types of notices that are for staff: they end with the
-- role, whichever way that ends.
create or replace function delete_staff_notices() returns trigger
language plpgsql as $$
begin
  delete from notifications
  where recipient_id = old.member_id
    and group_key in (
      select concat_ws(':', notice, old.type, old.id) from unnest(tg_argv) notice
    );
  return null;
end
$$;

-- The same for notices of requests to join, once staff has answered. A request that its sender
-- withdraws and sends again does not notify again.
create or replace function end_request_notices() returns trigger
language plpgsql as $$
declare
  is_withdrawn boolean := new.state = 'none' and new.refused_at is not distinct from old.refused_at;
  of_request bigint[] := array(
    select n.id
    from memberships staff
    join notifications n on n.recipient_id = staff.member_id
      and n.group_key = concat_ws(':', tg_argv[0], old.type, old.id)
    where staff.type = old.type and staff.id = old.id and staff.role > 0
    order by n.recipient_id, n.id
  );
begin
  if is_withdrawn then
    update notification_actors
    set withdrawn_at = now()
    where notification_id = any (of_request) and actor_id = old.member_id and withdrawn_at is null;
  else
    delete from notification_actors
    where notification_id = any (of_request) and actor_id = old.member_id;
  end if;
  return null;
end
$$;

create or replace function insert_container_totals() returns trigger
language plpgsql as $$
begin
  insert into container_totals (type, id) values (new.type, new.id);
  return null;
end
$$;

create or replace trigger containers_insert_totals
after insert on containers
for each row execute function insert_container_totals();

-- Cached pages that show a container or its posts, and those of what lies in it.
create or replace function invalidate_container_pages() returns trigger
language plpgsql as $$
declare
  this containers := coalesce(new, old);
begin
  perform invalidate_page(this.type || ':' || this.id);
  perform invalidate_page(child.type || ':' || child.id)
  from containers child
  where child.parent_type = this.type and child.parent_id = this.id;
  return null;
end
$$;

create or replace trigger containers_cache
after delete or update of title, avatar, cover, state, visibility, is_listed, public_from, comment_policy,
  join_policy, parent_id
on containers
for each row execute function invalidate_container_pages();

-- For triggers of the kinds, on rows with the type and the id of a container. Its screens have a tag
-- beside its own, which its cached posts do not: a new post or member changes none of those. With the
-- argument 'soft' they may be a second late.
create or replace function invalidate_container_screens() returns trigger
language plpgsql as $$
declare
  changed record := coalesce(new, old);
  tag text := 'screens:' || changed.type || ':' || changed.id;
begin
  if tg_argv[0] = 'soft' then
    perform pg_notify('cache', 'soft:' || tag);
  else
    perform invalidate_page(tag);
  end if;
  return null;
end
$$;

-- The owner offers the ownership, in custody the site: with another owner the offer ends.
create or replace function delete_ownership_offer() returns trigger
language plpgsql as $$
begin
  delete from ownership_offers where type = new.type and id = new.id;
  return null;
end
$$;

create or replace trigger containers_owner_changed
after update of owner_id on containers
for each row when (old.owner_id is distinct from new.owner_id)
execute function delete_ownership_offer();

-- A block between the owner and whom it is offered to ends the offer, also if the block is lifted.
create or replace function end_offer_of_blocked() returns trigger
language plpgsql as $$
begin
  delete from ownership_offers offer
  using containers c
  where c.type = offer.type
    and c.id = offer.id
    and (
      (offer.recipient_id = new.blocked_id and c.owner_id = new.blocker_id)
      or (offer.recipient_id = new.blocker_id and c.owner_id = new.blocked_id)
    );
  return null;
end
$$;

create or replace trigger blocks_end_offer
after insert on blocks
for each row execute function end_offer_of_blocked();

create or replace trigger containers_avatars_deleted
after delete on containers
for each row execute function record_orphaned_avatars();

create or replace trigger containers_avatars_replaced
after update of avatar, cover on containers
for each row when (
  old.avatar is distinct from new.avatar or old.cover is distinct from new.cover
)
execute function record_orphaned_avatars();

-- The words by which search finds a container.
create or replace function update_container_words() returns trigger
language plpgsql as $$
begin
  insert into container_words (type, id, title_words)
  values (new.type, new.id, to_tsvector('simple', folded(new.title)))
  on conflict (type, id) do update set title_words = excluded.title_words;
  return null;
end
$$;

create or replace trigger containers_words_inserted
after insert on containers
for each row execute function update_container_words();

create or replace trigger containers_words_updated
after update of title on containers
for each row when (old.title is distinct from new.title)
execute function update_container_words();

-- For triggers of the kinds: the words of what they describe.
create or replace function set_container_details(container_type text, container_id bigint, details text)
returns void
language sql as $$
  update container_words
  set detail_words = to_tsvector('simple', folded(details))
  where type = container_type and id = container_id
$$;

-- Likes of a container itself, by the day on which they were given.
create or replace function count_container_like() returns trigger
language plpgsql as $$
declare
  this reactions := coalesce(new, old);
  step integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  if step = 1 then
    insert into container_daily_stats as stats (type, id, day, likes)
    select c.type, c.id, (this.created_at at time zone 'Etc/UTC')::date, 1
    from containers c
    where c.type = this.subject_type::text and c.id = this.subject_id
    on conflict (type, id, day) do update set likes = stats.likes + 1;
  else
    update container_daily_stats
    set likes = greatest(likes - 1, 0)
    where type = this.subject_type::text
      and id = this.subject_id
      and day = (this.created_at at time zone 'Etc/UTC')::date;
  end if;
  return null;
end
$$;

-- Nothing else that takes reactions is a container, so most reactions never look one up.
create or replace trigger reactions_container_inserted
after insert on reactions
for each row when (new.subject_type not in ('post', 'post_comment', 'comment', 'photo', 'video'))
execute function count_container_like();

create or replace trigger reactions_container_deleted
after delete on reactions
for each row when (old.subject_type not in ('post', 'post_comment', 'comment', 'photo', 'video'))
execute function count_container_like();

-- Whether the member is a friend of the owner, or has a friend in common with them if that counts.
create or replace function is_friend_of_owner(
  owner bigint, member bigint, counts_friends_in_common boolean
) returns boolean
language plpgsql stable as $$
begin
  return exists (
      select from friendships f
      where f.member_id = member and f.friend_id = owner
    )
    or counts_friends_in_common and exists (
      select from friendships own
      join friendships shared on shared.member_id = own.friend_id
      where own.member_id = member and shared.friend_id = owner
    );
end
$$;

-- `mayReadPost` (container-access.rules.ts) of a container in which others lie: the sort key from which
-- on the member reads what stands there, 0 if all of it, null if nothing. Visitors are null.
create or replace function container_first_key(
  container_type text, container_id bigint, reader bigint, is_moderator boolean, at timestamptz
) returns bigint
language plpgsql stable as $$
declare
  c record;
  membership text;
  member_role smallint;
  is_banned boolean;
  for_reading boolean;
begin
  select state, visibility, owner_id, coalesce(public_from, 0) as first_key into c
  from containers
  where type = container_type and id = container_id;
  if not found or c.state in ('removed', 'deleted') then
    return null;
  end if;
  if is_moderator and (c.owner_id is null or c.state = 'pending') then
    return 0;
  end if;
  for_reading := c.state in ('open', 'archived');
  if reader is not null then
    select state, role, state = 'banned' and (banned_until is null or banned_until > at)
    into membership, member_role, is_banned
    from memberships
    where type = container_type and id = container_id and member_id = reader;
    if membership = 'member' then
      return case when for_reading or member_role >= 10 then 0 end;
    end if;
  end if;
  if not for_reading then
    return null;
  end if;
  if c.visibility = 'everyone' or (c.visibility = 'registered' and reader is not null) then
    return c.first_key;
  end if;
  if reader is null or c.visibility not in ('friends', 'friends_of_friends') or is_banned then
    return null;
  end if;
  if c.owner_id = reader
    or is_friend_of_owner(c.owner_id, reader, c.visibility = 'friends_of_friends') then
    return c.first_key;
  end if;
  return null;
end
$$;

-- Whether the member reads it and is not banned from it; with `must_be_open` also whether it is open.
create or replace function container_admits(
  container_type text, container_id bigint, reader bigint, is_moderator boolean,
  must_be_open boolean, at timestamptz
) returns boolean
language plpgsql stable as $$
begin
  return container_first_key(container_type, container_id, reader, is_moderator, at) is not null
    and not exists (
      select from memberships
      where type = container_type
        and id = container_id
        and member_id = reader
        and state = 'banned'
        and (banned_until is null or banned_until > at)
    )
    and (
      not must_be_open
      or exists (
        select from containers
        where type = container_type and id = container_id and state = 'open'
      )
    );
end
$$;
