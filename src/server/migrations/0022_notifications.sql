CREATE TABLE "notification_actors" (
	"notification_id" bigint NOT NULL,
	"actor_id" bigint NOT NULL,
	"act_type" text DEFAULT '' NOT NULL,
	"act_id" bigint DEFAULT 0 NOT NULL,
	"via_id" bigint,
	"acted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "notification_actors_notification_id_actor_id_act_type_act_id_pk" PRIMARY KEY("notification_id","actor_id","act_type","act_id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"recipient_id" bigint NOT NULL,
	"type" text NOT NULL,
	"about_type" text NOT NULL,
	"about_id" bigint NOT NULL,
	"place_type" text NOT NULL,
	"place_id" bigint NOT NULL,
	"group_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "notification_actors" ADD CONSTRAINT "notification_actors_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_actors" ADD CONSTRAINT "notification_actors_actor_id_members_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_recipient_id_members_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_actors_actor" ON "notification_actors" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "notification_actors_act" ON "notification_actors" USING btree ("act_type","act_id") WHERE act_id <> 0;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_unread" ON "notifications" USING btree ("recipient_id","group_key") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notifications_group" ON "notifications" USING btree ("recipient_id","group_key");--> statement-breakpoint
CREATE INDEX "notifications_list" ON "notifications" USING btree ("recipient_id","updated_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "notifications_about" ON "notifications" USING btree ("about_type","about_id");--> statement-breakpoint
CREATE INDEX "notifications_place" ON "notifications" USING btree ("place_type","place_id");--> statement-breakpoint
CREATE INDEX "notifications_old" ON "notifications" USING btree ("updated_at") WHERE read_at is not null;