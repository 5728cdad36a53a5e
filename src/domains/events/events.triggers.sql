-- An event is found by its title, description and category, and by its host and place if all members of
-- the site read those.
create or replace function set_event_words() returns trigger
language plpgsql as $$
begin
  select setweight(to_tsvector('simple', folded(new.title)), 'A') || to_tsvector(
    'simple',
    folded(
      concat_ws(
        ' ',
        new.description,
        case
          when c.visibility in ('everyone', 'registered') then concat_ws(' ', new.host, new.location)
        end,
        category.title
      )
    )
  ), wall.category_id
  into new.words, new.category_id
  from event_walls wall
  join containers c on c.type = 'event' and c.id = wall.id
  left join event_categories category on category.id = wall.category_id
  where wall.id = new.wall_id;
  return new;
end
$$;

create or replace trigger events_words
before insert or update of title, description, host, location on events
for each row execute function set_event_words();

create or replace function renew_event_words() returns trigger
language plpgsql as $$
begin
  update events set title = title where wall_id = new.id;
  return null;
end
$$;

create or replace trigger event_walls_words
after update of category_id on event_walls
for each row execute function renew_event_words();

create or replace trigger containers_event_words
after update of visibility on containers
for each row when (new.type = 'event' and old.visibility <> new.visibility)
execute function renew_event_words();

create or replace trigger memberships_event_staff_notices
after update of role on memberships
for each row when (old.type = 'event' and old.role > 0 and new.role = 0)
execute function delete_staff_notices('event_approve', 'post_pending');

create or replace trigger memberships_event_request_notices
after update of state on memberships
for each row when (
  old.type = 'event' and old.state = 'requested' and new.state <> 'requested'
)
execute function end_request_notices('event_approve');

-- Cached screens and posts that show it.
create or replace function invalidate_event() returns trigger
language plpgsql as $$
begin
  perform invalidate_page('event:' || old.wall_id);
  return null;
end
$$;

create or replace trigger events_cache
after delete or update on events
for each row execute function invalidate_event();

create or replace trigger events_subject_deleted
after delete on events
for each row execute function delete_interactions('event');

create or replace trigger event_walls_screens
after update on event_walls
for each row execute function invalidate_container_screens();

create or replace trigger containers_event_screens
after update of post_count, owner_id on containers
for each row when (
  new.type = 'event'
  and (new.post_count, new.owner_id) is distinct from (old.post_count, old.owner_id)
)
execute function invalidate_container_screens();

-- Visitors see how many come, which may be a second late, and the hosts, but no other guests.
create or replace trigger container_seats_event_screens
after update on container_seats
for each row when (new.type = 'event' and old is distinct from new)
execute function invalidate_container_screens('soft');

create or replace trigger memberships_event_invited
after insert on memberships
for each row when (new.type = 'event' and new.state = 'invited')
execute function invalidate_container_screens('soft');

create or replace trigger memberships_event_hosts
after update of role on memberships
for each row when (new.type = 'event' and old.role <> new.role)
execute function invalidate_container_screens();

create or replace trigger memberships_event_screens
after delete or update of state on memberships
for each row when (old.type = 'event' and (old.state = 'invited' or old.role > 0))
execute function invalidate_container_screens();
