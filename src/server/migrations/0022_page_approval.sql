ALTER TABLE "page_packages" ADD COLUMN "needs_approval" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sitepages" ADD COLUMN "submitted_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "sitepages_submitted" ON "sitepages" USING btree ("submitted_at","id") WHERE submitted_at is not null;