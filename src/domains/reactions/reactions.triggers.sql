-- The database keeps the totals itself, so that no call, cascade or purge can make them drift. They
-- count what active members did; blocks are subtracted when reading. The member's row is locked for
-- share, so that suspending a member and their last reaction take turns.
create or replace function count_reaction() returns trigger
language plpgsql as $$
begin
  -- Without a total the subject itself is being deleted.
  if tg_op = 'DELETE' and not exists (
    select from reaction_totals
    where subject_type = old.subject_type
      and subject_id = old.subject_id
      and kind = old.kind
  ) then
    return null;
  end if;
  perform from members
  where id = coalesce(new.member_id, old.member_id)
    and status = 'active'
  for share;
  if not found then
    return null;
  end if;
  -- A change of kind touches two rows, the lower kind first, so that two changes cannot wait for
  -- each other.
  if tg_op <> 'INSERT' and (tg_op = 'DELETE' or old.kind < new.kind) then
    update reaction_totals
    set count = count - 1
    where subject_type = old.subject_type
      and subject_id = old.subject_id
      and kind = old.kind;
  end if;
  if tg_op <> 'DELETE' then
    insert into reaction_totals as t (subject_type, subject_id, kind, count)
    values (new.subject_type, new.subject_id, new.kind, 1)
    on conflict (subject_type, subject_id, kind) do update set count = t.count + 1;
  end if;
  if tg_op = 'UPDATE' and old.kind > new.kind then
    update reaction_totals
    set count = count - 1
    where subject_type = old.subject_type
      and subject_id = old.subject_id
      and kind = old.kind;
  end if;
  return null;
end
$$;

create or replace trigger reactions_total
after insert or delete on reactions
for each row execute function count_reaction();

create or replace trigger reactions_total_changed
after update of kind on reactions
for each row when (old.kind <> new.kind)
execute function count_reaction();
