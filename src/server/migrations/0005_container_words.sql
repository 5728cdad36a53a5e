CREATE TABLE "container_words" (
	"type" text NOT NULL,
	"id" bigint NOT NULL,
	"title_words" "tsvector" NOT NULL,
	"detail_words" "tsvector" DEFAULT '' NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS ((title_words || detail_words)) STORED NOT NULL,
	CONSTRAINT "container_words_type_id_pk" PRIMARY KEY("type","id")
);
--> statement-breakpoint
ALTER TABLE "container_words" ADD CONSTRAINT "container_words_type_id_containers_type_id_fk" FOREIGN KEY ("type","id") REFERENCES "public"."containers"("type","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "container_words_words" ON "container_words" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
INSERT INTO container_words (type, id, title_words, detail_words)
SELECT c.type, c.id, to_tsvector('simple', folded(c.title)),
	to_tsvector('simple', folded(concat_ws(
		' ', p.description, array_to_string(p.tags, ' '), p.location, (
			SELECT string_agg(above.title, ' ')
			FROM page_categories own
			JOIN page_categories above ON own.path LIKE above.path || '%'
			WHERE own.id = p.category_id
		)
	)))
FROM containers c
LEFT JOIN sitepages p ON c.type = 'page' AND p.id = c.id;
