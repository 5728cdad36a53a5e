CREATE TRIGGER message_photos_hold AFTER INSERT ON message_photos FOR EACH ROW EXECUTE FUNCTION hold_media();
--> statement-breakpoint
CREATE TRIGGER message_photos_release AFTER DELETE ON message_photos FOR EACH ROW EXECUTE FUNCTION hold_media();
