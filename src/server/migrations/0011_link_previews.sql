CREATE TABLE "link_previews" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"facts" jsonb,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "link_previews_expiry" ON "link_previews" USING btree ("expires_at");