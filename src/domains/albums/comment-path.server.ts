import { commentAddress } from '#domains/comments/comment-address.ts';
import { visibleComment } from '#domains/comments/visibility.server.ts';
import { attachedTo, isMedia } from '#domains/lightbox/attached-media.server.ts';
import { lightboxPath, type OwnerType } from '#domains/lightbox/lightbox-route.rules.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import type { ItemType } from '#lib/wire-names.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { findLocated, locatedRows } from '#server/located.ts';
import { sql } from '#server/sql.ts';
import type { Subject } from '#server/subjects.ts';
import { albumPath } from './albums.rules.ts';

interface Found extends Record<string, unknown> {
  subjectType: string;
  subjectId: number;
  kind: 'photo' | 'video' | null;
  attachableType: ItemType | null;
  attachableId: number;
  /** Owner of the album of a photo. */
  ownerType: OwnerType | null;
  ownerId: number | null;
  /** Owner of the album, for a comment on an album. */
  albumOwner: { type: OwnerType; id: number } | null;
}

/** Path of the screen that shows a comment; not found if the viewer may not see it. */
export async function findCommentPath(viewer: Viewer, id: number): Promise<string> {
  const [named] = await db.execute<Subject & Record<string, unknown>>(sql`
    select c.subject_type as type, c.subject_id as id
    from comments c
    where c.id = ${id}
      and ${visibleComment(viewer)}`);
  const item = named && (await findLocated(db, named));
  if (!item) throw notFound();
  const [found] = await db.execute<Found>(sql`
    with subject as materialized (${locatedRows(viewer, item)})
    select c.subject_type as "subjectType", c.subject_id as "subjectId", attached.kind,
      attached.attachable_type as "attachableType", attached.attachable_id as "attachableId",
      attached.container_type as "ownerType", attached.container_id as "ownerId",
      case
        when c.subject_type = 'album' then (
          select json_build_object(
            'type', coalesce(a.container_type, 'member'), 'id', coalesce(a.container_id, a.owner_id)
          )
          from albums a
          where a.id = c.subject_id
        )
      end as "albumOwner"
    from comments c
    left join (${attachedTo(viewer, item)}) attached on ${isMedia(sql`attached`, sql`c.subject_id`)}
      and c.subject_type in ('photo', 'video')
    where c.id = ${id}
      and exists (select from subject)
    order by attached.attachable_type = 'post' desc
    limit 1`);
  if (!found) throw notFound();
  const { subjectType, subjectId, kind, attachableType, attachableId, albumOwner } = found;
  if (kind && (attachableType === 'post' || attachableType === 'album'))
    return commentAddress(
      lightboxPath({
        type: kind,
        id: subjectId,
        subjectType: attachableType,
        subjectId: attachableId,
        ownerId: found.ownerId ?? undefined,
        ownerType: found.ownerType ?? undefined,
      }),
      id,
    );
  if (subjectType === 'album') {
    const { type, id: ownerId } = albumOwner!;
    return commentAddress(albumPath(ownerId, subjectId, type), id);
  }
  if (subjectType !== 'post') throw notFound();
  return commentAddress(`/posts/${subjectId}`, id);
}
