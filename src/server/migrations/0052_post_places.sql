CREATE TABLE "gone_posts" (
	"id" bigint PRIMARY KEY NOT NULL,
	"place" bigint NOT NULL,
	"gone_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "posts_published";--> statement-breakpoint
DROP INDEX "attachments_first";--> statement-breakpoint
DROP INDEX "posts_author";--> statement-breakpoint
DROP INDEX "posts_object";--> statement-breakpoint
DROP INDEX "posts_public";--> statement-breakpoint
-- Its lists would be written anew row by row.
DROP INDEX "post_words_words";--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "place" bigint GENERATED ALWAYS AS ((floor(extract(epoch from published_at - '1970-01-01 00:00:00+00'::timestamptz) * 1000)::bigint * 1024 + id % 1024)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "attachments" ADD COLUMN "post_place" bigint;--> statement-breakpoint
ALTER TABLE "post_hashtags" ADD COLUMN "post_place" bigint;--> statement-breakpoint
ALTER TABLE "saved_posts" ADD COLUMN "post_place" bigint;--> statement-breakpoint
ALTER TABLE "post_words" ADD COLUMN "post_place" bigint;--> statement-breakpoint
-- First the rows, then what would be asked of each of them.
UPDATE attachments a SET post_place = p.place FROM posts p WHERE p.id = a.post_id;--> statement-breakpoint
UPDATE post_hashtags h SET post_place = p.place FROM posts p WHERE p.id = h.post_id;--> statement-breakpoint
UPDATE saved_posts s SET post_place = p.place FROM posts p WHERE p.id = s.post_id;--> statement-breakpoint
UPDATE post_words w SET post_place = p.place FROM posts p WHERE p.id = w.post_id;--> statement-breakpoint
ALTER TABLE "post_words" ALTER COLUMN "post_place" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "gone_posts_at" ON "gone_posts" USING btree ("gone_at");--> statement-breakpoint
CREATE INDEX "post_hashtags_place" ON "post_hashtags" USING btree ("hashtag","post_place");--> statement-breakpoint
CREATE INDEX "posts_place" ON "posts" USING btree ("place");--> statement-breakpoint
CREATE INDEX "saved_posts_place" ON "saved_posts" USING btree ("member_id","post_place");--> statement-breakpoint
CREATE INDEX "post_words_place" ON "post_words" USING btree ("post_place");--> statement-breakpoint
CREATE INDEX "post_words_words" ON "post_words" USING gin ("words");--> statement-breakpoint
CREATE INDEX "attachments_first" ON "attachments" USING btree ("type","post_place") WHERE position = 0;--> statement-breakpoint
CREATE INDEX "posts_author" ON "posts" USING btree ("author_id","place");--> statement-breakpoint
CREATE INDEX "posts_object" ON "posts" USING btree ("object_type","object_id","place");--> statement-breakpoint
CREATE INDEX "posts_public" ON "posts" USING btree ("place") WHERE audience = 'everyone';--> statement-breakpoint
-- What hangs on a post stands where the post stands.
CREATE FUNCTION take_post_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT p.place INTO NEW.post_place FROM posts p WHERE p.id = NEW.post_id;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER attachments_place BEFORE INSERT ON attachments FOR EACH ROW EXECUTE FUNCTION take_post_place();--> statement-breakpoint
CREATE TRIGGER post_hashtags_place BEFORE INSERT ON post_hashtags FOR EACH ROW EXECUTE FUNCTION take_post_place();--> statement-breakpoint
CREATE TRIGGER saved_posts_place BEFORE INSERT ON saved_posts FOR EACH ROW EXECUTE FUNCTION take_post_place();--> statement-breakpoint
CREATE OR REPLACE FUNCTION write_post_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO post_words (post_id, post_place, words) VALUES (NEW.id, NEW.place, to_tsvector('simple', folded(NEW.body)))
    ON CONFLICT (post_id) DO UPDATE SET words = excluded.words;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION move_post_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE attachments SET post_place = NEW.place WHERE post_id = NEW.id;
  UPDATE post_hashtags SET post_place = NEW.place WHERE post_id = NEW.id;
  UPDATE saved_posts SET post_place = NEW.place WHERE post_id = NEW.id;
  UPDATE post_words SET post_place = NEW.place WHERE post_id = NEW.id;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER posts_moved AFTER UPDATE OF published_at ON posts FOR EACH ROW WHEN (OLD.published_at IS DISTINCT FROM NEW.published_at) EXECUTE FUNCTION move_post_place();--> statement-breakpoint
CREATE FUNCTION keep_post_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO gone_posts (id, place) VALUES (OLD.id, OLD.place) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER posts_gone AFTER DELETE ON posts FOR EACH ROW EXECUTE FUNCTION keep_post_place();--> statement-breakpoint
ANALYZE posts, attachments, post_hashtags, saved_posts, post_words;
