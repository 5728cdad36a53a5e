ALTER TABLE "containers" ADD COLUMN "parent_type" text;--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "parent_id" bigint;--> statement-breakpoint
ALTER TABLE "containers" ADD CONSTRAINT "containers_parent_type_parent_id_containers_type_id_fk" FOREIGN KEY ("parent_type","parent_id") REFERENCES "public"."containers"("type","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "containers_parent" ON "containers" USING btree ("parent_type","parent_id","type","id") WHERE parent_id is not null;--> statement-breakpoint
ALTER TABLE "containers" ADD CONSTRAINT "containers_parent" CHECK (("containers"."parent_type" is null) = ("containers"."parent_id" is null));