-- Gives free places to those who wait, in the order of their numbers, and counts. Whoever waits for
-- more places than are free is not overtaken, and nobody who has places loses them.
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
    select member_id, seats
    from container_answers
    where type = container_type and item_id = item and queue_no is not null
    order by queue_no
  loop
    exit when taken_seats + next_answer.seats > s.capacity;
    update container_answers
    set queue_no = null, promoted_at = now()
    where type = container_type and item_id = item and member_id = next_answer.member_id;
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

create or replace function settle_deleted_answer() returns trigger
language plpgsql as $$
begin
  perform settle_seats(old.type, old.item_id);
  return null;
end
$$;

create or replace trigger container_answers_settle
after delete on container_answers
for each row execute function settle_deleted_answer();

-- By whichever way a membership ends, its answers end with it. Items in the order of their numbers.
create or replace function end_answers() returns trigger
language plpgsql as $$
begin
  perform from container_seats
  where type = old.type and id = old.id
  order by item_id
  for update;
  delete from container_answers
  where type = old.type and id = old.id and member_id = old.member_id;
  return null;
end
$$;

create or replace trigger memberships_end_answers
after update of state on memberships
for each row when (old.state = 'member' and new.state <> 'member')
execute function end_answers();

create or replace function delete_container_seats() returns trigger
language plpgsql as $$
begin
  delete from container_seats where type = old.type and id = old.id;
  return null;
end
$$;

create or replace trigger containers_delete_seats
after delete on containers
for each row execute function delete_container_seats();
