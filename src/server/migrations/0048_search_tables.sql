CREATE TABLE "known_words" (
	"word" text PRIMARY KEY NOT NULL
);--> statement-breakpoint
CREATE TABLE "post_words" (
	"post_id" bigint PRIMARY KEY NOT NULL,
	"words" "tsvector" NOT NULL
);--> statement-breakpoint
DROP INDEX "posts_words";--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "name_words" text GENERATED ALWAYS AS (' ' || translate(folded(displayname), '-''’', '   ')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "member_settings_unfindable" ON "member_settings" USING btree ("member_id") WHERE not is_findable;
