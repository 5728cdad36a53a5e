CREATE INDEX "container_totals_views" ON "container_totals" USING btree ("type","views","id");--> statement-breakpoint
CREATE INDEX "containers_titles" ON "containers" USING btree ("type",(' ' || translate(folded(title), '-''’', '   ')),"id" DESC NULLS FIRST) WHERE state = 'open' and is_listed;--> statement-breakpoint
CREATE INDEX "sitepages_likes" ON "sitepages" USING btree ("like_count","id");--> statement-breakpoint
CREATE INDEX "sitepages_rating" ON "sitepages" USING btree ("review_count","rating_sum","id");--> statement-breakpoint
CREATE INDEX "sitepages_modified" ON "sitepages" USING btree ("modified_at","id");--> statement-breakpoint
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index sitepages_location_words on sitepages
    using gin ((' ' || translate(folded(location), '-''’', '   ')) gin_trgm_ops);
  end if;
end
$$;
