ALTER TABLE "sitepages" ADD COLUMN "opening_hours" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "sitepages" ADD COLUMN "website_verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sitepages" ADD COLUMN "app_order" text[] DEFAULT '{}' NOT NULL;