CREATE TABLE "media_ratings" (
	"media_id" bigint NOT NULL,
	"member_id" bigint NOT NULL,
	"rating" smallint NOT NULL,
	CONSTRAINT "media_ratings_media_id_member_id_pk" PRIMARY KEY("media_id","member_id"),
	CONSTRAINT "media_ratings_rating" CHECK (rating between 1 and 5)
);
--> statement-breakpoint
ALTER TABLE "media_ratings" ADD CONSTRAINT "media_ratings_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_ratings" ADD CONSTRAINT "media_ratings_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_ratings_member" ON "media_ratings" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "media_videos" ON "media" USING btree ("id") WHERE kind = 'video';