CREATE TRIGGER stories_hold AFTER INSERT ON stories FOR EACH ROW EXECUTE FUNCTION hold_media();
--> statement-breakpoint
CREATE TRIGGER stories_release AFTER DELETE ON stories FOR EACH ROW EXECUTE FUNCTION hold_media();
--> statement-breakpoint
CREATE FUNCTION drop_what_hangs_on_story() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM reaction_totals WHERE subject_type = 'sitestories_story' AND subject_id = OLD.id;
  DELETE FROM reactions WHERE subject_type = 'sitestories_story' AND subject_id = OLD.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER stories_subject AFTER DELETE ON stories FOR EACH ROW EXECUTE FUNCTION drop_what_hangs_on_story();
