DROP INDEX "messages_words";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', folded(body))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_words" ON "messages" USING gin ("words");