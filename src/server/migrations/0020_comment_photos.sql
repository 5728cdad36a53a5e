ALTER TABLE "comments" DROP CONSTRAINT "comments_body";--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "media_id" bigint;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_media" ON "comments" USING btree ("media_id") WHERE media_id is not null;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_body" CHECK (char_length("comments"."body") <= 1000);