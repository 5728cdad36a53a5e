-- The word of the container of a post, by which a search in it finds the post. No text has such a
-- word, since its first letter is none.
create or replace function container_word(type text, id bigint) returns tsvector
language sql immutable parallel safe
return case
  when type = 'member' then ''::tsvector
  else array_to_tsvector(array['@' || type || id])
end;

create or replace function update_post_words() returns trigger
language plpgsql as $$
begin
  insert into post_words (post_id, post_sort_key, words)
  values (
    new.id,
    new.sort_key,
    to_tsvector('simple', folded(new.body)) || container_word(new.object_type, new.object_id)
  )
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

create or replace function update_video_words() returns trigger
language plpgsql as $$
begin
  insert into video_words (attachment_id, words)
  values (new.id, to_tsvector('simple', folded(new.title || ' ' || new.body)))
  on conflict (attachment_id) do update set words = excluded.words;
  return null;
end
$$;

create or replace trigger attachments_video_words_inserted
after insert on attachments
for each row when (
  new.type = 'video' and new.video_url is null and (new.title <> '' or new.body <> '')
)
execute function update_video_words();

create or replace trigger attachments_video_words_updated
after update of title, body on attachments
for each row when (
  new.type = 'video'
  and new.video_url is null
  and (old.title, old.body) is distinct from (new.title, new.body)
)
execute function update_video_words();

-- A query for words, as it is put to those of one month. They have no positions, so words that
-- follow each other become words that are both there.
create or replace function words_in_month(query tsquery, month text) returns tsquery
language sql immutable parallel safe
return replace(
  regexp_replace(query::text, '''([^'']+)''', '''' || month || '\1''', 'g'),
  '<->',
  '&'
)::tsquery;
