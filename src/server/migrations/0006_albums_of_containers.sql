ALTER TABLE "albums" DROP CONSTRAINT "albums_audience";--> statement-breakpoint
ALTER TABLE "albums" DROP CONSTRAINT "albums_container";--> statement-breakpoint
DROP INDEX "albums_automatic";--> statement-breakpoint
ALTER TABLE "albums" ADD COLUMN "is_by_container" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "albums" ADD CONSTRAINT "albums_container_key" FOREIGN KEY ("container_type","container_id") REFERENCES "public"."containers"("type","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "albums_container_automatic" ON "albums" USING btree ("container_type","container_id","type") WHERE type is not null and container_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "albums_automatic" ON "albums" USING btree ("owner_id","type") WHERE type is not null and container_id is null;--> statement-breakpoint
ALTER TABLE "albums" ADD CONSTRAINT "albums_container_audience" CHECK (("albums"."audience" = 'container') = ("albums"."container_id" is not null));--> statement-breakpoint
ALTER TABLE "albums" ADD CONSTRAINT "albums_audience" CHECK (
        "albums"."audience" in ('everyone', 'friends', 'onlyme', 'container')
        and "albums"."comment_audience" in ('everyone', 'friends', 'onlyme'));--> statement-breakpoint
ALTER TABLE "albums" ADD CONSTRAINT "albums_container" CHECK (
        ("albums"."container_type" is null) = ("albums"."container_id" is null)
        and ("albums"."container_id" is null or "albums"."type" is distinct from 'wall')
        and ("albums"."container_id" is null or not "albums"."is_listed")
        and ("albums"."container_id" is not null or not "albums"."is_by_container"));