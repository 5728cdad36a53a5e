-- The number of the four weeks in which a post stands (place.rules.ts: 1,024 places in a millisecond), always of the same length.
CREATE FUNCTION post_month(place bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lpad(least(greatest(place / 2477260800000, 0), 9999)::text, 4, '0');--> statement-breakpoint
-- The words of a post, each with its month before it.
CREATE FUNCTION words_by_month(words tsvector, place bigint) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000
  RETURN (SELECT array_to_tsvector(array_agg(post_month(place) || left(lexeme, 100))) FROM unnest(words));--> statement-breakpoint
-- A question for words, as it is put to those of one month. They bear no positions, so words that follow each other are words that both are there.
CREATE FUNCTION words_in_month(asked tsquery, month text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN replace(regexp_replace(asked::text, '''([^'']+)''', '''' || month || '\1''', 'g'), '<->', '&')::tsquery;
