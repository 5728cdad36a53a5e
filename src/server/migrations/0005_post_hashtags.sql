CREATE TABLE "post_hashtags" (
	"hashtag" text NOT NULL,
	"post_id" bigint NOT NULL,
	CONSTRAINT "post_hashtags_hashtag_post_id_pk" PRIMARY KEY("hashtag","post_id")
);
--> statement-breakpoint
ALTER TABLE "post_hashtags" ADD CONSTRAINT "post_hashtags_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_hashtags_post" ON "post_hashtags" USING btree ("post_id");