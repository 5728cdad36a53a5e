ALTER TABLE "posts" ADD COLUMN "pinned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "page_reviews" ADD COLUMN "needs_approval" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sitepages" ADD COLUMN "is_package_reminded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "posts_pinned" ON "posts" USING btree ("object_type","object_id") WHERE pinned_at is not null;--> statement-breakpoint
CREATE INDEX "page_reviews_unapproved" ON "page_reviews" USING btree ("page_id") WHERE needs_approval;