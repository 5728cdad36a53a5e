CREATE TABLE "profile_details" (
	"member_id" bigint PRIMARY KEY NOT NULL,
	"gender" text DEFAULT '' NOT NULL,
	"birthdate" date,
	"about_me" text DEFAULT '' NOT NULL,
	"website" text DEFAULT '' NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"audiences" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "profile_details_gender" CHECK ("profile_details"."gender" in ('', 'male', 'female', 'other'))
);
--> statement-breakpoint
ALTER TABLE "member_settings" ADD COLUMN "friends_audience" text DEFAULT 'everyone' NOT NULL;--> statement-breakpoint
ALTER TABLE "profile_details" ADD CONSTRAINT "profile_details_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_settings" ADD CONSTRAINT "member_settings_friends_audience" CHECK ("member_settings"."friends_audience" in ('everyone', 'members', 'friends', 'onlyme'));