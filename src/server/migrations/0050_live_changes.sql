CREATE TABLE "live_changes" (
	"subject_type" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"what" text NOT NULL,
	"actor_id" bigint NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "live_changes_subject_type_subject_id_what_actor_id_pk" PRIMARY KEY("subject_type","subject_id","what","actor_id")
);
--> statement-breakpoint
CREATE INDEX "live_changes_old" ON "live_changes" USING btree ("changed_at");