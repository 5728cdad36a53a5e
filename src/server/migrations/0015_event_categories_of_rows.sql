DROP INDEX "events_start";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "category_id" integer;--> statement-breakpoint
UPDATE events SET category_id = wall.category_id FROM event_walls wall WHERE wall.id = events.wall_id AND wall.category_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_category_id_event_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."event_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_category" ON "events" USING btree ("category_id","starts_at","ends_at","id");--> statement-breakpoint
CREATE INDEX "events_start" ON "events" USING btree ("starts_at","ends_at","id");