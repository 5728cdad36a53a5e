ALTER TABLE "members" ADD COLUMN "last_seen_on" date;
--> statement-breakpoint
-- Open reports of what stands in the name of a page name the page, not who wrote it.
WITH stands AS (
  SELECT 'post' AS subject_type, p.id AS subject_id, p.subject_type AS type, p.subject_id AS page_id
  FROM posts p
  WHERE p.subject_type <> 'member'
  UNION ALL
  SELECT m.kind, m.id, p.subject_type, p.subject_id
  FROM attachments a
  JOIN posts p ON p.id = a.post_id AND p.subject_type <> 'member'
  JOIN media m ON m.id = a.media_id
  UNION ALL
  SELECT m.kind, m.id, b.container_type, b.container_id
  FROM album_photos h
  JOIN albums b ON b.id = h.album_id AND b.is_by_container
  JOIN media m ON m.id = h.media_id
)
UPDATE "reports" r
SET author_id = NULL,
  content = r.content || jsonb_build_object(
    'author', jsonb_build_object('type', c.type, 'id', c.id, 'displayname', c.title)
  )
FROM stands
JOIN containers c ON c.type = stands.type AND c.id = stands.page_id
WHERE r.subject_type = stands.subject_type AND r.subject_id = stands.subject_id;
