CREATE TABLE "container_answers" (
	"type" text NOT NULL,
	"item_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"member_id" bigint NOT NULL,
	"answer" text NOT NULL,
	"seats" smallint DEFAULT 1 NOT NULL,
	"queue_no" bigint,
	"answered_at" timestamp with time zone DEFAULT now() NOT NULL,
	"promoted_at" timestamp with time zone,
	CONSTRAINT "container_answers_type_item_id_member_id_pk" PRIMARY KEY("type","item_id","member_id"),
	CONSTRAINT "container_answers_answer" CHECK ("container_answers"."answer" in ('going', 'maybe', 'declined')),
	CONSTRAINT "container_answers_seats" CHECK ("container_answers"."seats" between 1 and 20),
	CONSTRAINT "container_answers_queue" CHECK ("container_answers"."queue_no" is null or "container_answers"."answer" = 'going')
);
--> statement-breakpoint
CREATE TABLE "container_seats" (
	"type" text NOT NULL,
	"item_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"capacity" integer,
	"has_queue" boolean DEFAULT true NOT NULL,
	"going" integer DEFAULT 0 NOT NULL,
	"maybe" integer DEFAULT 0 NOT NULL,
	"declined" integer DEFAULT 0 NOT NULL,
	"queued" integer DEFAULT 0 NOT NULL,
	"taken" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "container_seats_type_item_id_pk" PRIMARY KEY("type","item_id"),
	CONSTRAINT "container_seats_capacity" CHECK ("container_seats"."capacity" > 0)
);
--> statement-breakpoint
ALTER TABLE "container_answers" ADD CONSTRAINT "container_answers_seats_fk" FOREIGN KEY ("type","item_id") REFERENCES "public"."container_seats"("type","item_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "container_answers" ADD CONSTRAINT "container_answers_membership_fk" FOREIGN KEY ("type","id","member_id") REFERENCES "public"."memberships"("type","id","member_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "container_answers_queue" ON "container_answers" USING btree ("type","item_id","queue_no") WHERE queue_no is not null;--> statement-breakpoint
CREATE INDEX "container_answers_membership" ON "container_answers" USING btree ("member_id","type","id");--> statement-breakpoint
CREATE INDEX "container_seats_container" ON "container_seats" USING btree ("type","id");