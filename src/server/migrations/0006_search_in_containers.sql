ALTER TABLE "containers" ADD COLUMN "shows_setup" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- The word of its container for each post there (container_word() in search.triggers.sql).
update post_words w
set words = w.words || array_to_tsvector(array['@' || p.object_type || p.object_id])
from posts p
where p.id = w.post_id
  and p.object_type <> 'member';
