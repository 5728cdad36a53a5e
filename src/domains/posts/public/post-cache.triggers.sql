-- Which pages of a post are rendered again. A tag alone drops what was cached under it at once;
-- with `soft:` it may be served for one more second (counts and new comments).
create or replace function invalidate_post_pages() returns trigger
language plpgsql as $$
declare
  changed record := coalesce(new, old);
begin
  if tg_table_name = 'posts' then
    perform invalidate_page('post:' || changed.id);
  else
    perform invalidate_page('post:' || changed.post_id);
  end if;
  return null;
end
$$;

create or replace trigger posts_cache
after delete or update on posts
for each row execute function invalidate_post_pages();

create or replace trigger attachments_cache
after insert or delete or update on attachments
for each row execute function invalidate_post_pages();

create or replace trigger post_tags_cache
after insert or delete on post_tags
for each row execute function invalidate_post_pages();

create or replace function invalidate_commented_post() returns trigger
language plpgsql as $$
declare
  changed record := coalesce(new, old);
begin
  if changed.subject_type = 'post' then
    if tg_table_name = 'comments' and tg_op <> 'INSERT' then
      perform invalidate_page('post:' || changed.subject_id);
    else
      perform pg_notify('cache', 'soft:post:' || changed.subject_id);
    end if;
  end if;
  return null;
end
$$;

create or replace trigger comments_cache
after insert or delete or update on comments
for each row execute function invalidate_commented_post();

create or replace trigger reaction_totals_cache
after insert or delete or update on reaction_totals
for each row execute function invalidate_commented_post();

-- Cached pages show how often a post was shared.
create or replace function invalidate_shared_post() returns trigger
language plpgsql as $$
declare
  changed record := coalesce(new, old);
begin
  if changed.shared_type = 'post' then
    perform pg_notify('cache', 'soft:post:' || changed.shared_id);
  end if;
  return null;
end
$$;

create or replace trigger posts_shared_cache
after insert or delete or update of audience on posts
for each row execute function invalidate_shared_post();

-- Media change after their post was written: smaller variants, a poster, a converted video.
create or replace function invalidate_media_posts() returns trigger
language plpgsql as $$
begin
  perform invalidate_page('post:' || post_id) from attachments where media_id = new.id;
  perform invalidate_page('post:' || post_id)
  from attachments
  where type = 'photo'
    and target_id = new.id;
  return null;
end
$$;

create or replace trigger media_cache
after update of content_hash, poster_hash, variant_widths, details on media
for each row execute function invalidate_media_posts();

-- A block hides what one of the two wrote on the wall of the other; the pages of those posts name
-- both.
create or replace function invalidate_blocked_pages() returns trigger
language plpgsql as $$
begin
  perform invalidate_page('member:' || (coalesce(new, old)).blocker_id);
  return null;
end
$$;

create or replace trigger blocks_cache
after insert or delete on blocks
for each row execute function invalidate_blocked_pages();
