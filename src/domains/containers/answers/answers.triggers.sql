-- Gives free places to those who wait, in the order of their numbers, until answers close, and counts.
-- Whoever waits for more places than are free is not overtaken, unless smaller parties may pass or there
-- are not so many in all, and nobody who has places loses them.
create or replace function settle_seats(container_type text, item bigint) returns void
language plpgsql as $$
declare
  s container_seats;
  next_answer record;
  taken_seats integer;
begin
  select * into s from container_seats where type = container_type and item_id = item for update;
  if not found then
    return;
  end if;
  select coalesce(sum(seats), 0) into taken_seats
  from container_answers
  where type = container_type and item_id = item and answer = 'going' and queue_no is null;
  for next_answer in
    select key, seats
    from container_answers
    where type = container_type and item_id = item and queue_no is not null
    order by queue_no
  loop
    exit when s.closes_at <= now();
    if taken_seats + next_answer.seats > s.capacity then
      exit when next_answer.seats <= s.capacity and not s.may_smaller_pass;
      continue;
    end if;
    update container_answers
    set queue_no = null, promoted_at = transaction_timestamp()
    where key = next_answer.key;
    taken_seats := taken_seats + next_answer.seats;
  end loop;
  update container_seats
  set taken = taken_seats, going = counted.going, maybe = counted.maybe, declined = counted.declined,
    queued = counted.queued
  from (
    select count(*) filter (where answer = 'going' and queue_no is null) as going,
      count(*) filter (where answer = 'maybe') as maybe,
      count(*) filter (where answer = 'declined') as declined,
      count(*) filter (where queue_no is not null) as queued
    from container_answers
    where type = container_type and item_id = item
  ) counted
  where type = container_type and item_id = item;
end
$$;

-- Answers end with the rows of memberships as well, such as those of a purged account.
create or replace function settle_deleted_answers() returns trigger
language plpgsql as $$
begin
  perform settle_seats(item.type, item.item_id)
  from (select distinct type, item_id from deleted_answers order by type, item_id) item;
  return null;
end
$$;

create or replace trigger container_answers_settle
after delete on container_answers
referencing old table as deleted_answers
for each statement execute function settle_deleted_answers();

-- Ends the answers of a member to items of a container and of what lies in it that have not closed; of
-- all containers without one. Locks those that lie in it, then items, each by their keys. Selects who
-- got a place by that.
create or replace function end_answers(ending_member bigint, container_type text, container_id bigint)
returns table (type text, id bigint, item_id bigint, member_id bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  ended bigint[];
  ended_types text[];
begin
  perform from containers c
  where c.parent_type = container_type
    and c.parent_id = container_id
    and exists (
      select from container_answers a
      where a.member_id = ending_member and a.type = c.type and a.id = c.id
    )
  order by c.type, c.id
  for update;
  select array_agg(open_item.type), array_agg(open_item.item_id) into ended_types, ended
  from (
    select s.type, s.item_id
    from container_answers a
    join container_seats s on s.type = a.type and s.item_id = a.item_id
    join containers c on c.type = a.type and c.id = a.id
    where a.member_id = ending_member
      and (s.closes_at is null or s.closes_at > now())
      and (
        container_id is null
        or (a.type = container_type and a.id = container_id)
        or (c.parent_type = container_type and c.parent_id = container_id)
      )
    order by s.type, s.item_id
    for update of s
  ) open_item;
  if ended is null then
    return;
  end if;
  delete from container_answers a
  using unnest(ended_types, ended) item (type, item_id)
  where a.type = item.type and a.item_id = item.item_id and a.member_id = ending_member;
  return query
    select a.type, a.id, a.item_id, a.member_id
    from container_answers a
    join unnest(ended_types, ended) item (type, item_id) on item.type = a.type
      and item.item_id = a.item_id
    where a.promoted_at = transaction_timestamp()
    order by a.type, a.item_id, a.member_id;
end
$$;
