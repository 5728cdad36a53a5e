CREATE TABLE "dismissed_suggestions" (
	"member_id" bigint NOT NULL,
	"other_id" bigint NOT NULL,
	CONSTRAINT "dismissed_suggestions_member_id_other_id_pk" PRIMARY KEY("member_id","other_id")
);
--> statement-breakpoint
CREATE TABLE "friend_requests" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "friend_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"asker_id" bigint NOT NULL,
	"asked_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone,
	CONSTRAINT "friend_requests_asker_id_asked_id_pk" PRIMARY KEY("asker_id","asked_id"),
	CONSTRAINT "friend_requests_other" CHECK ("friend_requests"."asker_id" <> "friend_requests"."asked_id")
);
--> statement-breakpoint
CREATE TABLE "member_settings" (
	"member_id" bigint PRIMARY KEY NOT NULL,
	"profile_audience" text DEFAULT 'everyone' NOT NULL,
	"is_indexed" boolean DEFAULT true NOT NULL,
	"is_findable" boolean DEFAULT true NOT NULL,
	"friend_requests_from" text DEFAULT 'everyone' NOT NULL,
	CONSTRAINT "member_settings_profile_audience" CHECK ("member_settings"."profile_audience" in ('everyone', 'members', 'friends', 'onlyme')),
	CONSTRAINT "member_settings_friend_requests_from" CHECK ("member_settings"."friend_requests_from" in ('everyone', 'friends_of_friends', 'nobody'))
);
--> statement-breakpoint
ALTER TABLE "dismissed_suggestions" ADD CONSTRAINT "dismissed_suggestions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dismissed_suggestions" ADD CONSTRAINT "dismissed_suggestions_other_id_members_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friend_requests" ADD CONSTRAINT "friend_requests_asker_id_members_id_fk" FOREIGN KEY ("asker_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friend_requests" ADD CONSTRAINT "friend_requests_asked_id_members_id_fk" FOREIGN KEY ("asked_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_settings" ADD CONSTRAINT "member_settings_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "friend_requests_pair" ON "friend_requests" USING btree (least("asker_id", "asked_id"),greatest("asker_id", "asked_id"));--> statement-breakpoint
CREATE INDEX "friend_requests_asked" ON "friend_requests" USING btree ("asked_id","id");--> statement-breakpoint
INSERT INTO "member_settings" ("member_id", "profile_audience")
  SELECT "id", CASE "profile_audience" WHEN 'registered' THEN 'members' WHEN 'owner' THEN 'onlyme' ELSE 'friends' END FROM "members" WHERE "profile_audience" <> 'everyone';--> statement-breakpoint
DROP TRIGGER members_cache ON members;--> statement-breakpoint
ALTER TABLE "members" DROP COLUMN "profile_audience";--> statement-breakpoint
CREATE TRIGGER members_cache AFTER UPDATE OF status, displayname, avatar OR DELETE ON members FOR EACH ROW EXECUTE FUNCTION notify_cache();--> statement-breakpoint
-- How names are compared: without accents and case, so that 'jose' finds 'José'.
CREATE FUNCTION folded(said text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(regexp_replace(normalize(said, NFKD), '[\u0300-\u036f]', '', 'g'));
