CREATE TABLE "media_leftovers" (
	"content_hash" text PRIMARY KEY NOT NULL,
	"remove_after" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scheduled_media" (
	"schedule_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"media_id" bigint NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	CONSTRAINT "scheduled_media_schedule_id_position_pk" PRIMARY KEY("schedule_id","position")
);
--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "poster_hash" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "state" text DEFAULT 'waiting' NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "state_since" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_media" ADD CONSTRAINT "scheduled_media_schedule_id_scheduled_posts_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."scheduled_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_media" ADD CONSTRAINT "scheduled_media_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_leftovers_due" ON "media_leftovers" USING btree ("remove_after");--> statement-breakpoint
CREATE INDEX "scheduled_media_media" ON "scheduled_media" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX "media_poster" ON "media" USING btree ("poster_hash") WHERE poster_hash is not null;--> statement-breakpoint
CREATE INDEX "media_unheld" ON "media" USING btree ("state_since") WHERE state <> 'held';