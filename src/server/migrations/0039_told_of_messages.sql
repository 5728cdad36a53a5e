-- A conversation that is gone takes with it what its participants were told of.
CREATE FUNCTION drop_told_of_conversation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM drop_told(ARRAY['messages_conversation'], ARRAY[OLD.id]);
  RETURN OLD;
END
$$;
--> statement-breakpoint
CREATE TRIGGER conversations_told BEFORE DELETE ON conversations FOR EACH ROW EXECUTE FUNCTION drop_told_of_conversation();
