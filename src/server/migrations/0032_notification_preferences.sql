CREATE TABLE "notification_due" (
	"member_id" bigint NOT NULL,
	"channel" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notification_due_member_id_channel_pk" PRIMARY KEY("member_id","channel")
);
--> statement-breakpoint
CREATE TABLE "notification_mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" bigint NOT NULL,
	"pace" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"unsubscribed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notification_mutes" (
	"member_id" bigint NOT NULL,
	"place_type" text NOT NULL,
	"place_id" bigint NOT NULL,
	"muted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_mutes_member_id_place_type_place_id_pk" PRIMARY KEY("member_id","place_type","place_id")
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"member_id" bigint NOT NULL,
	"type" text NOT NULL,
	"in_app" boolean NOT NULL,
	"email" text NOT NULL,
	"push" boolean NOT NULL,
	CONSTRAINT "notification_preferences_member_id_type_pk" PRIMARY KEY("member_id","type"),
	CONSTRAINT "notification_preferences_email" CHECK ("notification_preferences"."email" in ('at_once', 'daily', 'weekly', 'off'))
);
--> statement-breakpoint
CREATE TABLE "notification_quiet" (
	"member_id" bigint PRIMARY KEY NOT NULL,
	"is_push_on" boolean DEFAULT true NOT NULL,
	"quiet_from" time,
	"quiet_to" time,
	"paused_until" timestamp with time zone,
	CONSTRAINT "notification_quiet_hours" CHECK (("notification_quiet"."quiet_from" is null) = ("notification_quiet"."quiet_to" is null))
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"session_id" bigint PRIMARY KEY NOT NULL,
	"member_id" bigint NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"vapid_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "mail_as" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "mail_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "is_push_due" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_due" ADD CONSTRAINT "notification_due_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_mutes" ADD CONSTRAINT "notification_mutes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_quiet" ADD CONSTRAINT "notification_quiet_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_due_at" ON "notification_due" USING btree ("channel","due_at");--> statement-breakpoint
CREATE INDEX "notification_mails_member" ON "notification_mails" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "notification_mails_age" ON "notification_mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_member" ON "push_subscriptions" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_endpoint" ON "push_subscriptions" USING btree ("endpoint");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_mail_id_notification_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."notification_mails"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_to_mail" ON "notifications" USING btree ("recipient_id") WHERE mail_as is not null;--> statement-breakpoint
CREATE INDEX "notifications_mail" ON "notifications" USING btree ("mail_id") WHERE mail_id is not null;--> statement-breakpoint
CREATE INDEX "notifications_to_push" ON "notifications" USING btree ("recipient_id") WHERE is_push_due;