ALTER TABLE "posts" ADD COLUMN "album_id" bigint;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_album_id_albums_id_fk" FOREIGN KEY ("album_id") REFERENCES "public"."albums"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachments_album_photo" ON "attachments" USING btree ("target_id") WHERE type = 'album_photo' and target_id is not null;--> statement-breakpoint
CREATE INDEX "posts_album" ON "posts" USING btree ("album_id","place") WHERE album_id is not null;