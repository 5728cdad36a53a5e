-- First the rows, then what would be asked of each of them.
INSERT INTO post_words (post_id, words) SELECT id, to_tsvector('simple', folded(body)) FROM posts ORDER BY id;--> statement-breakpoint
CREATE INDEX "post_words_words" ON "post_words" USING gin ("words");--> statement-breakpoint
ALTER TABLE "post_words" ADD CONSTRAINT "post_words_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION write_post_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO post_words (post_id, words) VALUES (NEW.id, to_tsvector('simple', folded(NEW.body)))
    ON CONFLICT (post_id) DO UPDATE SET words = excluded.words;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER posts_written AFTER INSERT ON posts FOR EACH ROW EXECUTE FUNCTION write_post_words();--> statement-breakpoint
CREATE TRIGGER posts_rewritten AFTER UPDATE OF body ON posts FOR EACH ROW WHEN (OLD.body IS DISTINCT FROM NEW.body) EXECUTE FUNCTION write_post_words();--> statement-breakpoint
-- Those that another process wrote while the table was filled; the trigger has waited for them.
INSERT INTO post_words (post_id, words) SELECT id, to_tsvector('simple', folded(body)) FROM posts WHERE id > (SELECT coalesce(max(post_id), 0) - 1000 FROM post_words)
  ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO known_words SELECT word FROM ts_stat('SELECT words FROM post_words') WHERE word ~ '^[[:alpha:]]{3,40}$' ORDER BY word;--> statement-breakpoint
DO $outer$
BEGIN
  -- Without pg_trgm (0026_search_names.sql) names are found by a walk, and typos are not forgiven.
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    DROP INDEX IF EXISTS members_words;
    CREATE INDEX members_words ON members USING gin (name_words gin_trgm_ops) WHERE status = 'active';
    CREATE INDEX known_words_similar ON known_words USING gin (word gin_trgm_ops);
    -- Swapped letters share only a third of their triples.
    EXECUTE $sql$
      CREATE OR REPLACE FUNCTION similar_members(said text, most integer) RETURNS SETOF bigint LANGUAGE sql STABLE
        SET pg_trgm.word_similarity_threshold = 0.33 AS $body$
        SELECT id FROM members WHERE status = 'active' AND name_words %> folded(said)
          ORDER BY word_similarity(folded(said), name_words) DESC, id LIMIT most
      $body$
    $sql$;
    EXECUTE $sql$
      CREATE FUNCTION similar_words(said text, most integer) RETURNS SETOF text LANGUAGE sql STABLE
        SET pg_trgm.word_similarity_threshold = 0.33 AS $body$
        SELECT word FROM known_words WHERE word %> said ORDER BY word_similarity(said, word) DESC, similarity(said, word) DESC, word LIMIT most
      $body$
    $sql$;
  ELSE
    CREATE FUNCTION similar_words(said text, most integer) RETURNS SETOF text LANGUAGE sql STABLE AS $body$ SELECT NULL::text WHERE false $body$;
  END IF;
END
$outer$;--> statement-breakpoint
ANALYZE post_words;--> statement-breakpoint
ANALYZE members;
