DROP INDEX "posts_membership";--> statement-breakpoint
CREATE INDEX "posts_author_containers" ON "posts" USING btree ("author_id","object_type","object_id") WHERE audience = 'container';