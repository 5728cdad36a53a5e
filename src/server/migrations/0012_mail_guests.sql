CREATE TABLE "container_mail_guests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "container_mail_guests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"item_id" bigint NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"seats" smallint DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"reminded_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "container_answers" DROP CONSTRAINT "container_answers_type_item_id_member_id_pk";--> statement-breakpoint
ALTER TABLE "container_answers" ALTER COLUMN "member_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "container_answers" ADD COLUMN "key" bigint PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "container_answers_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "container_answers" ADD COLUMN "guest_id" bigint;--> statement-breakpoint
ALTER TABLE "container_mail_guests" ADD CONSTRAINT "container_mail_guests_seats_fk" FOREIGN KEY ("type","item_id") REFERENCES "public"."container_seats"("type","item_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "container_mail_guests_email" ON "container_mail_guests" USING btree ("type","item_id",lower("email"));--> statement-breakpoint
CREATE INDEX "container_mail_guests_created" ON "container_mail_guests" USING btree ("created_at") WHERE confirmed_at is null;--> statement-breakpoint
ALTER TABLE "container_answers" ADD CONSTRAINT "container_answers_guest_id_container_mail_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."container_mail_guests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "container_answers" ADD CONSTRAINT "container_answers_member" UNIQUE("type","item_id","member_id");--> statement-breakpoint
ALTER TABLE "container_answers" ADD CONSTRAINT "container_answers_guest" UNIQUE("guest_id");--> statement-breakpoint
ALTER TABLE "container_answers" ADD CONSTRAINT "container_answers_one" CHECK (("container_answers"."member_id" is null) <> ("container_answers"."guest_id" is null));