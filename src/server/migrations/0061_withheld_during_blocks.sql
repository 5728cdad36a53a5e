-- What is hidden by a block that stands, stays hidden once it is lifted. Of blocks lifted before, nobody knows any more what they hid.
UPDATE messages SET withheld_from = hidden.members
FROM (
  SELECT m.id, array_agg(DISTINCT cm.member_id) AS members
  FROM blocks b
  JOIN messages m ON m.author_id IN (b.blocker_id, b.blocked_id) AND m.created_at >= b.created_at
  JOIN conversation_members cm ON cm.conversation_id = m.conversation_id AND cm.member_id IN (b.blocker_id, b.blocked_id) AND cm.member_id <> m.author_id
  GROUP BY m.id
) hidden
WHERE messages.id = hidden.id;
