import type { SQL } from 'drizzle-orm';
import { commentType } from '#domains/comments/comment-rows.server.ts';
import { seenComment } from '#domains/comments/visibility.server.ts';
import { hasModerationAccess } from '#domains/moderation/queue/moderation-access.server.ts';
import { sql } from '#server/sql.ts';
import type { AttachmentSource } from './attachment-sources.server.ts';

const photosOfComments = (condition: SQL): SQL => sql`
  select ${commentType(sql`c`)}::text as attachable_type, c.id as attachable_id, 0::smallint as position,
    'photo'::text as kind, c.media_id as attachment_id, c.media_id,
    null::smallint as video_type, null::text as video_url, ''::text as title, c.body as description,
    c.author_id, c.author_id as writer_id, array[c.author_id] as owner_ids, false as can_comment,
    false as can_share,
    c.created_at as published_at,
    null::text as container_type, null::bigint as container_id
  from comments c
  where c.media_id is not null
    and ${condition}`;

/**
 * The photo of a comment is visible with the comment. Reactions and replies belong to the comment.
 */
export const commentAttachments: AttachmentSource = {
  rows: (viewer) => photosOfComments(seenComment(viewer)),
  tables: ['comments'],
  isPart: true,
};
/** The same photos for a moderator who handles a report of the comment. */
export const reportedCommentAttachments: AttachmentSource = {
  rows: (viewer) =>
    photosOfComments(
      sql`
        (
          (
            c.subject_type = 'post'
              and ${hasModerationAccess(viewer, 'post_comment', sql`c.id`)}
          )
          or (
            c.subject_type <> 'post' and ${hasModerationAccess(viewer, 'comment', sql`c.id`)}
          )
        )`,
    ),
  tables: ['comments'],
  isPart: true,
};
