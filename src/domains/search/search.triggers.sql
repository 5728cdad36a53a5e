create or replace function update_post_words() returns trigger
language plpgsql as $$
begin
  insert into post_words (post_id, post_sort_key, words)
  values (new.id, new.sort_key, to_tsvector('simple', folded(new.body)))
  on conflict (post_id) do update set words = excluded.words;
  return null;
end
$$;

create or replace trigger posts_words_inserted
after insert on posts
for each row execute function update_post_words();

create or replace trigger posts_words_updated
after update of body on posts
for each row when (old.body is distinct from new.body)
execute function update_post_words();

create or replace function sync_post_words_sort_key() returns trigger
language plpgsql as $$
begin
  update post_words set post_sort_key = new.sort_key where post_id = new.id;
  return null;
end
$$;

create or replace trigger posts_words_sort_key
after update of published_at on posts
for each row when (old.published_at is distinct from new.published_at)
execute function sync_post_words_sort_key();

-- A query for words, as it is put to those of one month. They have no positions, so words that
-- follow each other become words that are both there.
create or replace function words_in_month(query tsquery, month text) returns tsquery
language sql immutable parallel safe
return replace(
  regexp_replace(query::text, '''([^'']+)''', '''' || month || '\1''', 'g'),
  '<->',
  '&'
)::tsquery;
