ALTER TABLE "members" ADD COLUMN "new_email" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "purge_after" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "members_leaving" ON "members" USING btree (lower("email")) WHERE status = 'deleted' and purge_after is not null;