-- The dictionary keeps the words of posts that every member may see; known-words.server.ts adds what this leaves out.
DELETE FROM known_words k WHERE NOT EXISTS (
  SELECT FROM ts_stat($$
    SELECT w.words
    FROM post_words w
    JOIN posts p ON p.id = w.post_id
    JOIN members m ON m.id = p.author_id
    WHERE p.audience = 'everyone'
      AND p.published_at <= now()
      AND p.album_id IS NULL
      AND p.friend_id IS NULL
      AND m.status = 'active'
  $$) public WHERE public.word = k.word
);
