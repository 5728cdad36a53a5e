-- A category below another one has its path below that path.
create or replace function set_category_path() returns trigger
language plpgsql as $$
begin
  new.path := coalesce((select parent.path from page_categories parent where parent.id = new.parent_id), '/')
    || new.id || '/';
  return new;
end
$$;

-- The paths below a category that moves: each update moves the next level.
create or replace function move_subcategories() returns trigger
language plpgsql as $$
begin
  update page_categories set parent_id = parent_id where parent_id = new.id;
  return null;
end
$$;

create or replace trigger page_categories_moved
after update on page_categories
for each row when (old.path <> new.path)
execute function move_subcategories();

-- The contents of a deleted category move to the one above it. One of the first level with pages stays.
-- Moving changes its counter, after which only another statement can delete the row.
create or replace function empty_page_category() returns trigger
language plpgsql as $$
declare
  is_full boolean := exists (select from page_categories where parent_id = old.id)
    or (old.parent_id is not null and exists (select from sitepages where category_id = old.id));
begin
  if not is_full then
    return old;
  end if;
  update page_categories set parent_id = old.parent_id where parent_id = old.id;
  if old.parent_id is not null then
    update sitepages set category_id = old.parent_id where category_id = old.id;
  end if;
  delete from page_categories where id = old.id;
  return null;
end
$$;

create or replace trigger page_categories_emptied
before delete on page_categories
for each row execute function empty_page_category();

create or replace trigger page_categories_set_path
before insert or update of parent_id on page_categories
for each row execute function set_category_path();

-- Listed pages per category. Rows in the order of their key, and not `for update`: the foreign keys of
-- other pages that are being written hold them `for key share`.
create or replace function count_page_category() returns trigger
language plpgsql as $$
declare
  is_counted boolean;
begin
  if tg_op = 'UPDATE' and new.category_id is not distinct from old.category_id then
    return null;
  end if;
  select c.state = 'open' and c.is_listed into is_counted
  from containers c
  where c.type = 'page' and c.id = coalesce(new.id, old.id);
  if is_counted is not true then
    return null;
  end if;
  perform from page_categories
  where id in (new.category_id, old.category_id)
  order by id
  for no key update;
  update page_categories category
  set page_count = page_count
    + (category.id is not distinct from new.category_id)::int
    - (category.id is not distinct from old.category_id)::int
  where category.id in (new.category_id, old.category_id);
  return null;
end
$$;

create or replace trigger sitepages_count_category
after insert or update of category_id on sitepages
for each row execute function count_page_category();

create or replace function count_listed_page() returns trigger
language plpgsql as $$
declare
  was_counted boolean := old.state = 'open' and old.is_listed;
  is_counted boolean := tg_op = 'UPDATE' and new.state = 'open' and new.is_listed;
begin
  if was_counted <> is_counted then
    update page_categories category
    set page_count = page_count + is_counted::int - was_counted::int
    from sitepages page
    where page.id = old.id and category.id = page.category_id;
  end if;
  return coalesce(new, old);
end
$$;

-- Before the deletion, while the details still exist.
create or replace trigger containers_uncount_page
before delete on containers
for each row when (old.type = 'page')
execute function count_listed_page();

create or replace trigger containers_count_page
after update of state, is_listed on containers
for each row when (new.type = 'page')
execute function count_listed_page();

-- Likes of a page, from where they are counted.
create or replace function count_page_likes() returns trigger
language plpgsql as $$
begin
  update sitepages
  set like_count = like_count
    + case when tg_op <> 'DELETE' then new.count else 0 end
    - case when tg_op <> 'INSERT' then old.count else 0 end
  where id = coalesce(new.subject_id, old.subject_id);
  return null;
end
$$;

create or replace trigger reaction_totals_page_likes
after insert on reaction_totals
for each row when (new.subject_type = 'page')
execute function count_page_likes();

create or replace trigger reaction_totals_page_likes_changed
after update on reaction_totals
for each row when (new.subject_type = 'page')
execute function count_page_likes();

create or replace trigger reaction_totals_page_likes_deleted
after delete on reaction_totals
for each row when (old.subject_type = 'page')
execute function count_page_likes();

-- Number and sum of the ratings of a page that are shown, by active members outside its staff.
-- Recounted under the lock of the page: a rating counts or not by facts of three tables.
create or replace function recount_page_reviews(page bigint) returns void
language plpgsql as $$
begin
  perform from sitepages where id = page for no key update;
  update sitepages
  set (review_count, rating_sum) = (
    select count(*)::int, coalesce(sum(r.rating), 0)::int
    from page_reviews r
    join members author on author.id = r.author_id and author.status = 'active'
    where r.page_id = page
      and not r.needs_approval
      and not exists (
        select from memberships ms
        where ms.type = 'page' and ms.id = page and ms.member_id = r.author_id and ms.role > 0
      )
  )
  where id = page;
end
$$;

create or replace function recount_reviewed_page() returns trigger
language plpgsql as $$
begin
  perform recount_page_reviews(coalesce(new.page_id, old.page_id));
  return null;
end
$$;

create or replace trigger page_reviews_recount
after insert or delete or update of rating, needs_approval on page_reviews
for each row execute function recount_reviewed_page();

create or replace function recount_reviews_of_staff() returns trigger
language plpgsql as $$
begin
  if exists (
    select from page_reviews r where r.page_id = new.id and r.author_id = new.member_id
  ) then
    perform recount_page_reviews(new.id);
  end if;
  return null;
end
$$;

create or replace trigger memberships_recount_page_reviews
after update of role on memberships
for each row when (new.type = 'page' and (old.role > 0) <> (new.role > 0))
execute function recount_reviews_of_staff();

-- A friend of the owner becomes an admin without having been a member.
create or replace trigger memberships_recount_reviews_of_new_staff
after insert on memberships
for each row when (new.type = 'page' and new.role > 0)
execute function recount_reviews_of_staff();

create or replace function recount_reviews_of_member() returns trigger
language plpgsql as $$
begin
  perform recount_page_reviews(r.page_id)
  from (
    select page_id from page_reviews where author_id = new.id order by page_id
  ) r;
  return null;
end
$$;

create or replace trigger members_recount_page_reviews
after update of status on members
for each row when ((old.status = 'active') <> (new.status = 'active'))
execute function recount_reviews_of_member();

create or replace trigger sitepages_subject_deleted
after delete on sitepages
for each row execute function delete_interactions('page');

create or replace trigger page_reviews_subject_deleted
after delete on page_reviews
for each row execute function delete_interactions('page_review');

-- Cached pages that show the details or the reviews.
create or replace function invalidate_sitepage() returns trigger
language plpgsql as $$
begin
  if tg_table_name = 'sitepages' then
    perform invalidate_page('page:' || (coalesce(new, old)).id);
  else
    perform invalidate_page('page:' || (coalesce(new, old)).page_id);
  end if;
  return null;
end
$$;

create or replace trigger sitepages_cache
after update of description, overview, category_id, location, price, email, website, phone, tags,
  opening_hours, website_verified_at, member_title, hidden_apps, app_order, review_count, rating_sum
on sitepages
for each row execute function invalidate_sitepage();

create or replace trigger page_reviews_cache
after insert or delete or update on page_reviews
for each row execute function invalidate_sitepage();

-- A page is also found by its description, tags and the names of its categories, and by its location if
-- all members of the site read that.
create or replace function set_sitepage_words(page_id bigint)
returns void
language sql as $$
  select set_container_details(
    'page',
    p.id,
    concat_ws(
      ' ',
      p.description,
      array_to_string(p.tags, ' '),
      case when c.visibility in ('everyone', 'registered') then p.location end,
      (
        select string_agg(above.title, ' ')
        from page_categories own
        join page_categories above on own.path like above.path || '%'
        where own.id = p.category_id
      )
    )
  )
  from sitepages p
  join containers c on c.type = 'page' and c.id = p.id
  where p.id = page_id
$$;

create or replace function update_sitepage_words() returns trigger
language plpgsql as $$
begin
  perform set_sitepage_words(new.id);
  return null;
end
$$;

create or replace trigger sitepages_words
after insert or update of description, tags, location, category_id on sitepages
for each row execute function update_sitepage_words();

create or replace trigger containers_sitepage_words
after update of visibility on containers
for each row when (new.type = 'page' and old.visibility <> new.visibility)
execute function update_sitepage_words();

create or replace trigger page_featured_admins_cache
after insert or delete on page_featured_admins
for each row execute function invalidate_sitepage();

create or replace function rename_page_category() returns trigger
language plpgsql as $$
begin
  perform invalidate_page('page_category:' || new.id);
  return null;
end
$$;

create or replace trigger page_categories_renamed
after update of title on page_categories
for each row when (old.title <> new.title)
execute function rename_page_category();

-- Members and followers may be a second late, a member who leaves is not listed any more.
create or replace trigger containers_page_screens
after update of post_count, owner_id on containers
for each row when (
  new.type = 'page'
  and (new.post_count, new.owner_id) is distinct from (old.post_count, old.owner_id)
)
execute function invalidate_container_screens();

create or replace trigger containers_page_counts
after update of member_count, follower_count on containers
for each row when (
  new.type = 'page'
  and (new.member_count, new.follower_count) is distinct from (old.member_count, old.follower_count)
)
execute function invalidate_container_screens('soft');

create or replace trigger memberships_page_members_deleted
after delete on memberships
for each row when (old.type = 'page' and old.state = 'member')
execute function invalidate_container_screens();

create or replace trigger memberships_page_members_changed
after update of state, role, title on memberships
for each row when (
  old.type = 'page'
  and old.state = 'member'
  and (old.state, old.role, old.title) is distinct from (new.state, new.role, new.title)
)
execute function invalidate_container_screens();

create or replace trigger memberships_page_staff_notices
after update of role on memberships
for each row when (old.type = 'page' and old.role > 0 and new.role = 0)
execute function delete_staff_notices('page_request', 'post_pending');

create or replace trigger memberships_page_request_notices
after update of state on memberships
for each row when (
  old.type = 'page' and old.state = 'requested' and new.state <> 'requested'
)
execute function end_request_notices('page_request');
