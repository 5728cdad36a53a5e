-- pg_trgm finds names by their beginnings quickly and forgives typos. It comes with PostgreSQL, but an operator may have left it out:
-- then names are found by a walk over all of them, and only as they are written.
DO $outer$
BEGIN
  BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
  EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
    RAISE NOTICE 'pg_trgm is not to be had: search will not forgive typos';
  END;
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    EXECUTE $sql$CREATE INDEX members_words ON members USING gin ((' ' || translate(folded(displayname), '-''’', '   ')) gin_trgm_ops) WHERE status = 'active'$sql$;
    -- Swapped letters share only a third of their triples.
    EXECUTE $sql$
      CREATE FUNCTION similar_members(said text, most integer) RETURNS SETOF bigint LANGUAGE sql STABLE
        SET pg_trgm.word_similarity_threshold = 0.33 AS $body$
        SELECT id FROM members
          WHERE status = 'active' AND (' ' || translate(folded(displayname), '-''’', '   ')) %> folded(said)
          ORDER BY word_similarity(folded(said), ' ' || translate(folded(displayname), '-''’', '   ')) DESC, id LIMIT most
      $body$
    $sql$;
  ELSE
    EXECUTE $sql$
      CREATE FUNCTION similar_members(said text, most integer) RETURNS SETOF bigint LANGUAGE sql STABLE AS $body$ SELECT NULL::bigint WHERE false $body$
    $sql$;
  END IF;
END
$outer$;
