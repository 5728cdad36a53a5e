-- Letters that Unicode does not take apart are folded as well; src/lib/folded.ts has the same table.
CREATE OR REPLACE FUNCTION folded(said text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN octet_length(said) = length(said) THEN lower(said)
    ELSE lower(
      replace(replace(replace(replace(replace(replace(replace(replace(
        translate(
          regexp_replace(normalize(said, NFKD), '[\u0300-\u036f]', '', 'g'),
          'øØłŁđĐðÐħĦıŧŦƀɃŋŊɨƗƶƵςΣ',
          'oOlLdDdDhHitTbBnNiIzZσσ'),
        'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'))
    END;--> statement-breakpoint
-- What was folded before, as far as it has one of these letters.
UPDATE members SET displayname = displayname WHERE displayname ~ '[øØłŁđĐðÐħĦıŧŦƀɃŋŊɨƗƶƵςΣßẞæÆœŒþÞ]';--> statement-breakpoint
UPDATE messages SET body = body WHERE body ~ '[øØłŁđĐðÐħĦıŧŦƀɃŋŊɨƗƶƵςΣßẞæÆœŒþÞ]';--> statement-breakpoint
UPDATE post_words w SET words = to_tsvector('simple', folded(p.body))
  FROM posts p
  WHERE p.id = w.post_id AND p.body ~ '[øØłŁđĐðÐħĦıŧŦƀɃŋŊɨƗƶƵςΣßẞæÆœŒþÞ]';--> statement-breakpoint
INSERT INTO known_words (word)
  SELECT DISTINCT folded(word) FROM known_words WHERE word ~ '[øłđðħıŧƀŋɨƶςßæœþ]' AND length(folded(word)) <= 40 ORDER BY 1
  ON CONFLICT DO NOTHING;--> statement-breakpoint
DELETE FROM known_words WHERE word ~ '[øłđðħıŧƀŋɨƶςßæœþ]';
