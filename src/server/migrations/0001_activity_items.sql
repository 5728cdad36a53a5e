ALTER TABLE "posts" DROP CONSTRAINT "posts_share";--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "item_id" bigint;--> statement-breakpoint
CREATE INDEX "posts_item" ON "posts" USING btree ("type","item_id") WHERE item_id is not null;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_share" CHECK (
        "posts"."shared_id" is null
        or ("posts"."album_id" is null and "posts"."friend_id" is null and "posts"."item_id" is null));