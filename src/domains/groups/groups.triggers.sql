-- A group is also found by its description and category, and by its location if all members of the site
-- read that.
create or replace function set_group_words(group_id bigint)
returns void
language sql as $$
  select set_container_details(
    'group',
    g.id,
    concat_ws(
      ' ',
      g.description,
      case when c.visibility in ('everyone', 'registered') then g.location end,
      category.title
    )
  )
  from groups g
  join containers c on c.type = 'group' and c.id = g.id
  left join group_categories category on category.id = g.category_id
  where g.id = group_id
$$;

create or replace function update_group_words() returns trigger
language plpgsql as $$
begin
  perform set_group_words(new.id);
  return null;
end
$$;

create or replace trigger groups_words
after insert or update of description, location, category_id on groups
for each row execute function update_group_words();

-- Cached posts show the description and the category below the name. A renamed category writes the
-- location, as for the words.
create or replace function invalidate_group() returns trigger
language plpgsql as $$
begin
  perform invalidate_page('group:' || new.id);
  return null;
end
$$;

create or replace trigger groups_cache
after update of description, location, category_id on groups
for each row execute function invalidate_group();

create or replace trigger containers_group_words
after update of visibility on containers
for each row when (new.type = 'group' and old.visibility <> new.visibility)
execute function update_group_words();

create or replace trigger memberships_group_staff_notices
after update of role on memberships
for each row when (old.type = 'group' and old.role > 0 and new.role = 0)
execute function delete_staff_notices('group_approve', 'post_pending');

create or replace trigger memberships_group_request_notices
after update of state on memberships
for each row when (
  old.type = 'group' and old.state = 'requested' and new.state <> 'requested'
)
execute function end_request_notices('group_approve');

create or replace trigger groups_subject_deleted
after delete on groups
for each row execute function delete_interactions('group');
