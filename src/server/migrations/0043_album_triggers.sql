CREATE TRIGGER album_photos_hold AFTER INSERT ON album_photos FOR EACH ROW EXECUTE FUNCTION hold_media();
--> statement-breakpoint
CREATE TRIGGER album_photos_release AFTER DELETE ON album_photos FOR EACH ROW EXECUTE FUNCTION hold_media();
--> statement-breakpoint
-- A photo that was taken out of its album is not seen there any more.
CREATE TRIGGER album_photos_told BEFORE DELETE ON album_photos FOR EACH ROW EXECUTE FUNCTION drop_told_of_attachment();
--> statement-breakpoint
-- Whoever has a photo on a post has an album for such photos; they stay with their posts, of which it shows what its reader may see.
CREATE FUNCTION keep_wall_album() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO albums (owner_id, type, title, audience)
    SELECT p.author_id, 'wall', 'Wall Photos', 'everyone' FROM posts p WHERE p.id = NEW.post_id
    ON CONFLICT (owner_id, type) WHERE type IS NOT NULL DO NOTHING;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER attachments_wall AFTER INSERT ON attachments FOR EACH ROW WHEN (NEW.type = 'album_photo') EXECUTE FUNCTION keep_wall_album();
--> statement-breakpoint
INSERT INTO albums (owner_id, type, title, audience)
  SELECT DISTINCT p.author_id, 'wall', 'Wall Photos', 'everyone' FROM attachments hung JOIN posts p ON p.id = hung.post_id WHERE hung.type = 'album_photo';
