CREATE TABLE "profile_views" (
	"profile_id" bigint NOT NULL,
	"member_id" bigint NOT NULL,
	"day" date NOT NULL,
	"days" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "profile_views_profile_id_member_id_pk" PRIMARY KEY("profile_id","member_id")
);
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "modified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "friend_id" bigint;--> statement-breakpoint
ALTER TABLE "member_settings" ADD COLUMN "untold_news" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "profile_views" ADD CONSTRAINT "profile_views_profile_id_members_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_views" ADD CONSTRAINT "profile_views_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "profile_views_member" ON "profile_views" USING btree ("member_id");--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_friendship" FOREIGN KEY ("author_id","friend_id") REFERENCES "public"."friendships"("member_id","friend_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "posts_friend" ON "posts" USING btree ("author_id","friend_id") WHERE friend_id is not null;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_of_friends" CHECK ("posts"."friend_id" is null or "posts"."audience" = 'friends');