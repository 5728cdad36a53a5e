CREATE TABLE "container_totals" (
	"type" text NOT NULL,
	"id" bigint NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"comments" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "container_totals_type_id_pk" PRIMARY KEY("type","id")
);
--> statement-breakpoint
ALTER TABLE "container_totals" ADD CONSTRAINT "container_totals_type_id_containers_type_id_fk" FOREIGN KEY ("type","id") REFERENCES "public"."containers"("type","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "container_totals" ("type", "id", "views", "comments")
SELECT c.type, c.id, c.view_count, coalesce((
	SELECT sum(t.count)
	FROM posts p
	JOIN comment_totals t ON t.subject_type = 'post' AND t.subject_id = p.id
	WHERE p.object_type = c.type AND p.object_id = c.id
), 0)
FROM containers c;--> statement-breakpoint
ALTER TABLE "containers" DROP COLUMN "view_count";