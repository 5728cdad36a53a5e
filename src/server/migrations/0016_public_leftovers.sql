CREATE TABLE "public_leftovers" (
	"name" text PRIMARY KEY NOT NULL,
	"remove_after" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "public_leftovers_due" ON "public_leftovers" USING btree ("remove_after");--> statement-breakpoint
-- A picture that was replaced, or whose owner is gone, may go. Pages that still name it, and a running backup, have a day.
CREATE FUNCTION leave_public_pictures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public_leftovers AS l (name, remove_after)
    SELECT DISTINCT name, now() + interval '24 hours' FROM unnest(ARRAY[OLD.avatar, OLD.cover]) name WHERE name IS NOT NULL
    ON CONFLICT (name) DO UPDATE SET remove_after = greatest(l.remove_after, excluded.remove_after);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER members_pictures_replaced AFTER UPDATE OF avatar, cover ON members FOR EACH ROW
  WHEN (OLD.avatar IS DISTINCT FROM NEW.avatar OR OLD.cover IS DISTINCT FROM NEW.cover) EXECUTE FUNCTION leave_public_pictures();
--> statement-breakpoint
CREATE TRIGGER members_pictures_gone AFTER DELETE ON members FOR EACH ROW EXECUTE FUNCTION leave_public_pictures();
