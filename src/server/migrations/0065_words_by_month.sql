DROP INDEX "post_words_words";--> statement-breakpoint
CREATE INDEX "post_words_by_month" ON "post_words" USING gin (words_by_month("words", "post_place")) WITH (fastupdate=false);