CREATE TABLE "video_words" (
	"attachment_id" bigint PRIMARY KEY NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "video_words" ADD CONSTRAINT "video_words_attachment_id_attachments_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."attachments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "video_words_words" ON "video_words" USING gin ("words");--> statement-breakpoint
INSERT INTO "video_words" ("attachment_id", "words")
SELECT "id", to_tsvector('simple', folded("title" || ' ' || "body"))
FROM "attachments"
WHERE "type" = 'video' AND "video_url" IS NULL AND ("title" <> '' OR "body" <> '');
