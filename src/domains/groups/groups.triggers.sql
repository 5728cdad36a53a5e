-- A group is also found by its description, place and category.
create or replace function update_group_words() returns trigger
language plpgsql as $$
begin
  perform set_container_details(
    'group',
    new.id,
    concat_ws(
      ' ',
      new.description,
      new.location,
      (select title from group_categories where id = new.category_id)
    )
  );
  return null;
end
$$;

create or replace trigger groups_words
after insert or update of description, location, category_id on groups
for each row execute function update_group_words();

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
