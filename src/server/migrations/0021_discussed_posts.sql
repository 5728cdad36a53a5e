CREATE TABLE "discussed_posts" (
	"post_id" bigint PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"id" bigint NOT NULL,
	"commented_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "discussed_posts" ADD CONSTRAINT "discussed_posts_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "discussed_posts_newest" ON "discussed_posts" USING btree ("type","id","commented_at","post_id");--> statement-breakpoint
INSERT INTO "discussed_posts" ("post_id", "type", "id", "commented_at")
SELECT p.id, p.object_type, p.object_id, max(c.created_at)
FROM posts p
JOIN comments c ON c.subject_type = 'post' AND c.subject_id = p.id
WHERE p.audience = 'container'
GROUP BY p.id;
