CREATE TRIGGER comments_hold AFTER INSERT ON comments FOR EACH ROW WHEN (NEW.media_id IS NOT NULL) EXECUTE FUNCTION hold_media();
--> statement-breakpoint
CREATE TRIGGER comments_move AFTER UPDATE OF media_id ON comments FOR EACH ROW WHEN (OLD.media_id IS DISTINCT FROM NEW.media_id) EXECUTE FUNCTION hold_media();
--> statement-breakpoint
CREATE TRIGGER comments_release AFTER DELETE ON comments FOR EACH ROW WHEN (OLD.media_id IS NOT NULL) EXECUTE FUNCTION hold_media();
