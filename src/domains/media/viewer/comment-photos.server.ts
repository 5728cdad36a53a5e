import type { SQL } from 'drizzle-orm';
import { commentAddress } from '#domains/comments/comment-address.ts';
import { commentType } from '#domains/comments/comment-rows.server.ts';
import { seenComment } from '#domains/comments/comments.server.ts';
import { albumPath } from '#domains/media/albums/albums.rules.ts';
import { hasModerationAccess } from '#domains/moderation/queue/moderation-access.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import type { ItemType } from '#lib/wire-names.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { attachedMedia, type AttachmentSource } from './attachment-sources.server.ts';
import { lightboxPath } from './lightbox-route.rules.ts';

const heldBy = (condition: SQL): SQL => sql`
  select ${commentType(sql`c`)}::text as attachable_type, c.id as attachable_id, 0::smallint as position,
    'photo'::text as kind, c.media_id as attachment_id, c.media_id,
    null::smallint as video_type, null::text as video_url, ''::text as title, c.body as description,
    c.author_id, array[c.author_id] as owner_ids, false as can_comment, false as can_share,
    c.created_at as published_at
  from comments c
  where c.media_id is not null and ${condition}`;

/**
 * The photo of a comment is seen by whoever sees the comment. It is liked through the comment,
 * whose answers are its own.
 */
export const commentAttachments: AttachmentSource = {
  rows: (viewer) => heldBy(seenComment(viewer)),
  isPart: true,
};
/** And by a moderator who looks at a report of it. */
export const reportedCommentAttachments: AttachmentSource = {
  rows: (viewer) =>
    heldBy(
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
  isPart: true,
};

interface Found extends Record<string, unknown> {
  subjectType: string;
  subjectId: number;
  kind: 'photo' | 'video' | null;
  attachableType: ItemType | null;
  attachableId: number;
  ownerId: number;
  /** Of a comment on an album. */
  albumOwner: number | null;
}

/** Where a comment is shown, for whoever may see it. */
export async function findCommentPath(viewer: Viewer, id: number): Promise<string> {
  const [found] = await db.execute<Found>(sql`
    select c.subject_type as "subjectType", c.subject_id as "subjectId", held.kind,
      held.attachable_type as "attachableType", held.attachable_id as "attachableId",
      held.owner_ids[1] as "ownerId",
      case
        when c.subject_type = 'album' then (
          select a.owner_id from albums a where a.id = c.subject_id
        )
      end as "albumOwner"
    from comments c
    left join (${attachedMedia(viewer)}) held on held.own_id = c.subject_id
      and c.subject_type in ('photo', 'video')
    where c.id = ${id} and ${seenComment(viewer)}
    order by held.attachable_type = 'post' desc
    limit 1`);
  if (!found) throw notFound();
  const { subjectType, subjectId, kind, attachableType, attachableId, ownerId, albumOwner } = found;
  if (kind && (attachableType === 'post' || attachableType === 'album'))
    return commentAddress(
      lightboxPath({
        type: kind,
        id: subjectId,
        subjectType: attachableType,
        subjectId: attachableId,
        ownerId,
      }),
      id,
    );
  if (subjectType === 'album') return commentAddress(albumPath(albumOwner!, subjectId), id);
  if (subjectType !== 'post') throw notFound();
  return commentAddress(`/posts/${subjectId}`, id);
}
