import { sql, type SQL } from 'drizzle-orm';
import type { SubjectType } from '#domains/reactions/reactions.schema.ts';
import { type Viewer } from '#domains/policy/viewer.ts';
import { notFound } from '#server/errors.ts';
import { ownSubject, type SubjectRows } from '#server/subjects.ts';

/**
 * Selects every picture and video that hangs on what the viewer may see of one kind of object (posts, later albums):
 * `holder_type`, `holder_id`, `position`, `kind` ('album_photo' or 'video'), `attachment_id`, `media_id` (null for an embedded video),
 * `video_type`, `video_url`, `title`, `description`, `author_id`, `owner_ids`, `can_comment`, `published_at`.
 * Readers narrow it from outside, so it has neither order nor limit.
 */
export type HeldMedia = (viewer: Viewer) => SQL;

const holders = new Map<SubjectType, HeldMedia>();

/** Called by a domain when it is loaded: what hangs on its objects is seen by whoever sees those. */
export function holdMedia(type: SubjectType, rows: HeldMedia) {
  holders.set(type, rows);
}

/** Everything that hangs anywhere, for this viewer; of one kind of object where `type` is given. */
export function heldMedia(viewer: Viewer, type?: SubjectType): SQL {
  const wanted = type === undefined ? [...holders.values()] : [holders.get(type)];
  const rows = wanted.map((one) => {
    if (!one) throw notFound();
    return one(viewer);
  });
  return sql.join(rows, sql` union all `);
}

/** A picture or an uploaded video can be commented on and reacted to by whoever sees what it hangs on. */
const mediaSubject = (kind: 'photo' | 'video'): SubjectRows => (viewer, id, parent) => {
  // Nothing hangs under a photo of a photo: a request that names both names nothing.
  if (parent) return sql`select media.id, '{}'::bigint[] as owner_ids, false as can_comment from media where false`;
  const holding = sql`(${heldMedia(viewer)}) holding where holding.media_id = media.id`;
  return sql`select media.id, (select holding.owner_ids from ${holding} limit 1) as owner_ids,
      (select holding.can_comment from ${holding} limit 1) as can_comment
    from media where media.id = ${id} and media.kind = ${kind} and exists (select from ${holding})`;
};
ownSubject('album_photo', mediaSubject('photo'));
ownSubject('video', mediaSubject('video'));
