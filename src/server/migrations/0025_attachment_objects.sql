DROP INDEX "attachments_first";--> statement-breakpoint
ALTER TABLE "album_photos" ADD COLUMN "container_type" text;--> statement-breakpoint
ALTER TABLE "album_photos" ADD COLUMN "container_id" bigint;--> statement-breakpoint
ALTER TABLE "attachments" ADD COLUMN "object_type" text;--> statement-breakpoint
ALTER TABLE "attachments" ADD COLUMN "object_id" bigint;--> statement-breakpoint
update attachments at
set object_type = p.object_type, object_id = p.object_id
from posts p
where p.id = at.post_id;--> statement-breakpoint
update album_photos p
set container_type = a.container_type, container_id = a.container_id
from albums a
where a.id = p.album_id and a.container_id is not null;--> statement-breakpoint
ALTER TABLE "attachments" ALTER COLUMN "object_type" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "attachments" ALTER COLUMN "object_id" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "album_photos_container" ON "album_photos" USING btree ("container_type","container_id","created_at","media_id") WHERE container_id is not null;--> statement-breakpoint
CREATE INDEX "attachments_walls" ON "attachments" USING btree ("type","post_sort_key") WHERE position = 0 and object_type = 'member';--> statement-breakpoint
CREATE INDEX "attachments_containers" ON "attachments" USING btree ("type","post_sort_key") WHERE position = 0 and object_type <> 'member';--> statement-breakpoint
CREATE INDEX "attachments_object" ON "attachments" USING btree ("object_type","object_id","type","post_sort_key") WHERE position = 0;--> statement-breakpoint
CREATE INDEX "posts_author_walls" ON "posts" USING btree ("author_id","sort_key") WHERE audience <> 'container';