import type { SQL } from 'drizzle-orm';
import { reportedMedia } from '#domains/media/reported-media.server.ts';
import { hasModerationAccess } from '#domains/moderation/queue/moderation-access.server.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import type { SubjectType } from '#domains/reactions/reactions.schema.ts';
import { db } from '#server/db.ts';
import { entriesOf } from '#server/domain.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import type { ContextRow, Moderated, SubjectRows, SubjectSource } from '#server/subjects.ts';

/**
 * Selects every picture and video that hangs on what the viewer may see of one kind of object
 * (posts, later albums): `attachable_type`, `attachable_id`, `position`, `kind` ('photo' or
 * 'video'; anything else, such as the picture of a link, is part of its object and neither looked
 * at nor commented on by itself), `attachment_id`, `media_id` (for an embedded video its picture,
 * if any), `video_type`, `video_url`, `title`, `description`, `author_id`, `owner_ids`,
 * `can_comment`, `can_share`, `published_at`. Readers narrow it from outside, so it has neither
 * order nor limit. Its table needs triggers that call `sync_media_state()` (media.triggers.sql), by
 * which the database knows which files are still used.
 */
export type AttachedMedia = (viewer: Viewer) => SQL;

export interface AttachmentSource {
  /** Seen by whoever sees the objects that it is attached to. */
  rows: AttachedMedia;
  /**
   * Attached files are part of their object, as the photo of a comment is: they have no comments,
   * reactions or views of their own.
   */
  isPart?: boolean;
  /**
   * Selects the `media_id` of the newest uploaded videos, whoever may see them, by an index that
   * has their order.
   */
  newestVideos?: (count: number) => SQL;
}

declare module '#server/domain.ts' {
  interface Domain {
    /** Pictures and videos attached to the objects of the domain, by the name of their source. */
    attachments?: Record<string, AttachmentSource>;
  }
}

const sources = () => entriesOf('attachments');

/** Ids of the newest videos of each kind of object, at most `count` of each. */
export function newestVideos(count: number): SQL {
  const each = [...sources().values()].flatMap((one) =>
    one.newestVideos ? [sql`(${one.newestVideos(count)})`] : [],
  );
  return each.length
    ? sql.join(each, sql` union all `)
    : sql`select null::bigint as media_id where false`;
}

const rowsOf = (all: AttachmentSource[], viewer: Viewer): SQL =>
  sql.join(
    all.map(({ rows }) => rows(viewer)),
    sql` union all `,
  );

/** Everything that hangs anywhere, for this viewer. Its files are the viewer's to fetch. */
const allHeldMedia = (viewer: Viewer): SQL => rowsOf([...sources().values()], viewer);

/**
 * What of it is looked at by itself; of one kind of object where `type` is given. `own_id` is its
 * row in `media`: an embedded video has none, for what we keep of it is only a picture, and neither
 * has what is part of its object.
 */
export function attachedMedia(viewer: Viewer, type?: SubjectType): SQL {
  const one = type === undefined ? undefined : sources().get(type);
  if (type !== undefined && !one) throw notFound();
  // Parts are left out of the rest, so that a photo of a comment on a photo does not ask for
  // itself.
  const rows = one
    ? one.rows(viewer)
    : rowsOf(
        [...sources().values()].filter(({ isPart }) => !isPart),
        viewer,
      );
  return sql`
    select hanging.*,
      case when ${!one?.isPart} and hanging.video_url is null then hanging.media_id end as own_id
    from (${rows}) hanging
    where hanging.kind in ('photo', 'video')`;
}

export interface ServedMedia {
  kind: 'photo' | 'video';
  contentHash: string;
  posterHash: string | null;
  mimeType: string;
  widths: number[];
  /** False while a video is being converted: what was sent may hold what nobody is to get. */
  isReady: boolean;
}

/** What is not attached yet is its owner's alone; what was released, nobody's. */
const isOwnAndWaiting = (viewer: Viewer): SQL =>
  isMember(viewer) ? sql`media.state = 'pending' and media.owner_id = ${viewer.id}` : sql`false`;

/**
 * The files of a picture or video, for whoever may see the object that holds it. Asked anew on
 * every request.
 */
export async function findVisibleMedia(
  viewer: Viewer,
  id: number,
): Promise<ServedMedia | undefined> {
  const [found] = await db.execute<ServedMedia & Record<string, unknown>>(sql`
    select media.kind, media.content_hash as "contentHash", media.poster_hash as "posterHash",
      media.mime_type as "mimeType", media.variant_widths as widths,
      media.details ->> 'state' is null as "isReady"
    from media
    where media.id = ${id}
      and (
        ${isOwnAndWaiting(viewer)}
        or exists (select from (${allHeldMedia(viewer)}) holding where holding.media_id = media.id)
      )`);
  return found;
}

/**
 * A picture or an uploaded video can be commented on and reacted to by whoever sees what it hangs
 * on.
 */
const mediaSubject =
  (kind: 'photo' | 'video'): SubjectRows =>
  (viewer, id, parent) => {
    // Nothing hangs under a photo of a photo: a request that names both names nothing.
    if (parent)
      return sql`
        select media.id, '{}'::bigint[] as owner_ids, false as can_comment, false as can_react
        from media
        where false`;
    const holding = sql`(${attachedMedia(viewer)}) holding where holding.own_id = media.id`;
    return sql`
      select media.id, (select holding.owner_ids from ${holding} limit 1) as owner_ids,
        (select holding.can_comment from ${holding} limit 1) as can_comment,
        (select holding.can_comment from ${holding} limit 1) as can_react
      from media
      where media.id = ${id} and media.kind = ${kind} and exists (select from ${holding})`;
  };
const context: ContextRow = (viewer, id) =>
  sql`
    select holding.attachable_type, holding.attachable_id
    from (${attachedMedia(viewer)}) holding
    where holding.media_id = ${id}
    limit 1`;

/** Reported by itself; what it hangs on is somebody else's to take away. */
const moderated = (kind: 'photo' | 'video'): Moderated => ({
  content: (id) =>
    sql`
      select jsonb_build_object(
        'body', '', 'isPublic', false,
        ${sql.raw(kind === 'photo' ? "'photoCount'" : "'videoCount'")}, 1
      )
      from media reported
      where reported.id = ${id}`,
  files: (tx, id) =>
    reportedMedia(
      tx,
      sql`
        select media.id as media_id, 0 as position
        from media
        where media.id = ${id} and media.kind = ${kind}`,
    ),
});
const subjectOf = (kind: 'photo' | 'video'): SubjectSource => ({
  rows: mediaSubject(kind),
  moderated: moderated(kind),
  context,
});
export const photoSubject = subjectOf('photo');
export const videoSubject = subjectOf('video');

/** For a moderator who looks at a report of a photo or a video: that one, wherever it hangs. */
export const reportedMediaAttachments: AttachmentSource = {
  rows: (viewer) => sql`
    select 'reported_media'::text as attachable_type, media.id as attachable_id, 0::smallint as position,
      'reported'::text as kind, media.id as attachment_id, media.id as media_id,
      null::smallint as video_type, null::text as video_url, ''::text as title,
      ''::text as description, media.owner_id as author_id, array[media.owner_id] as owner_ids,
      false as can_comment, false as can_share, media.created_at as published_at
    from media
    where media.state = 'attached'
      and (
        (media.kind = 'photo' and ${hasModerationAccess(viewer, 'photo', sql`media.id`)})
        or (media.kind = 'video' and ${hasModerationAccess(viewer, 'video', sql`media.id`)})
      )`,
  isPart: true,
};
