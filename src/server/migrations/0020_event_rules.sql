CREATE TABLE "event_reconfirmations" (
	"event_id" bigint NOT NULL,
	"member_id" bigint NOT NULL,
	CONSTRAINT "event_reconfirmations_event_id_member_id_pk" PRIMARY KEY("event_id","member_id")
);
--> statement-breakpoint
ALTER TABLE "event_messages" ALTER COLUMN "event_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "container_mail_guests" ADD COLUMN "reconfirmation_sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "event_walls" ADD COLUMN "was_listed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "event_reconfirmations" ADD CONSTRAINT "event_reconfirmations_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_reconfirmations" ADD CONSTRAINT "event_reconfirmations_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_reconfirmations_member" ON "event_reconfirmations" USING btree ("member_id");