import type { SQL } from 'drizzle-orm';
import { reportedMedia } from '#domains/media/reported-media.server.ts';
import { hasModerationAccess } from '#domains/moderation/queue/moderation-access.server.ts';
import { composedForMembers } from '#domains/policy/audience.server.ts';
import { isMember, type SqlMember, type SqlViewer, type Viewer } from '#domains/policy/viewer.ts';
import type { SubjectType } from '#domains/reactions/reactions.schema.ts';
import { db } from '#server/db.ts';
import { entriesOf } from '#server/domain.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import {
  contentAuthor,
  type ContextRow,
  type Moderated,
  type SubjectRows,
  type SubjectSource,
} from '#server/subjects.ts';

/**
 * Selects the pictures and videos attached to objects of one kind that the viewer may see (posts,
 * albums): `attachable_type`, `attachable_id`, `position`, `kind` ('photo' or 'video'; anything
 * else, such as the picture of a link, is part of its object and has no lightbox page and no
 * comments), `attachment_id`, `media_id` (for an embedded video its picture, if any), `video_type`,
 * `video_url`, `title`, `description`, `author_id`, `writer_id` (also of what stands in the name of a
 * page), `owner_ids`, `can_comment`, `can_share`,
 * `published_at`, and `container_type` and `container_id`, which name the wall or container if the
 * kind of object has one. Callers narrow it from outside, so it has neither order nor limit. Its table
 * needs triggers that call `sync_media_state()` (media.triggers.sql), which records the files in
 * use.
 */
export type AttachedMedia = (viewer: SqlViewer) => SQL;

/** Names a container in SQL. */
export interface SqlContainer {
  type: SQL;
  id: SQL;
}

export interface AttachmentSource {
  /** Visible to everybody who may see the objects. */
  rows: AttachedMedia;
  /** The tables whose column `media_id` names its files; empty if that may be any. */
  tables: string[];
  /**
   * Selects `type`, `id`, `displayname` and `avatar` of the page in whose name the object with that
   * id stands, for rows whose `author_id` is null.
   */
  author?: (id: SQL) => SQL;
  /**
   * Selects `can_edit` and `can_delete` of the member for the videos of the object with that id;
   * absent: its videos are neither edited nor deleted.
   */
  rights?: (member: SqlMember, id: SQL) => SQL;
  /** Selects the `id` of the objects that have that file, of kinds with `author`. */
  objectsOf?: (mediaId: SQL) => SQL;
  /**
   * The files are part of their object, like the photo of a comment: they have no comments,
   * reactions or views of their own.
   */
  isPart?: boolean;
  /**
   * The photos that an object shows, if they are more than its own: rows of `attachedMedia`, and
   * their order with the alias `attached`.
   */
  photosOf?: (viewer: Viewer, id: SQL) => { rows: SQL; order: SQL };
  /**
   * The photos or videos of this kind of object in one container: rows of `attachedMedia`, and their
   * order with the alias `attached`, newest first. Both by an index, and the rights to the container
   * are asked once, not for each row. The order is the same for every container.
   */
  inContainer?: (viewer: SqlViewer, container: SqlContainer) => { rows: SQL; order: SQL };
  /**
   * Selects the `media_id` of the newest uploaded videos, regardless of who may see them, using an
   * index in that order.
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

/** As `AttachmentSource.author`, for a row `item` of `attachedMedia` of any kind. */
export function authorOf(item: SQL): SQL {
  const each = [...sources()].flatMap(([name, { author }]) =>
    author
      ? [
          sql`
            select one.*
            from (${author(sql`${item}.attachable_id`)}) one
            where ${item}.attachable_type = ${name}`,
        ]
      : [],
  );
  return sql.join(each, sql` union all `);
}

/** As `AttachmentSource.rights`, for a row `item` of `attachedMedia` of any kind; none for visitors. */
export function rightsOf(viewer: SqlViewer, item: SQL): SQL {
  const each = [...sources()].flatMap(([name, { rights }]) =>
    rights && isMember(viewer)
      ? [
          sql`
            select one.*
            from (${rights(viewer, sql`${item}.attachable_id`)}) one
            where ${item}.attachable_type = ${name}`,
        ]
      : [],
  );
  return each.length
    ? sql.join(each, sql` union all `)
    : sql`select false as can_edit, false as can_delete where false`;
}

/** As `AttachmentSource.author`, of the page in whose name the file with that id stands. */
function authorOfFile(mediaId: SQL): SQL {
  const each = [...sources().values()].flatMap(({ author, objectsOf }) =>
    author && objectsOf
      ? [
          sql`
            select one.*
            from (${objectsOf(mediaId)}) object
            cross join lateral (${author(sql`object.id`)}) one`,
        ]
      : [],
  );
  return sql.join(each, sql` union all `);
}

export const photosOf = (type: SubjectType) => sources().get(type)?.photosOf;

/** Ids of the newest videos of each kind of object, at most `count` of each. */
export function newestVideos(count: number): SQL {
  const each = [...sources().values()].flatMap((one) =>
    one.newestVideos ? [sql`(${one.newestVideos(count)})`] : [],
  );
  return each.length
    ? sql.join(each, sql` union all `)
    : sql`select null::bigint as media_id where false`;
}

const unionRows = (all: AttachmentSource[], viewer: SqlViewer): SQL =>
  sql.join(
    all.map(({ rows }) => rows(viewer)),
    sql` union all `,
  );

/**
 * Attachments with a lightbox page; those of one kind of object if `type` is given. `own_id` is the
 * row in `media`: null for an embedded video, of which only a picture is stored, and for parts of
 * their object.
 */
export function attachedMedia(viewer: SqlViewer, type?: SubjectType): SQL {
  let composed = composedByType.get(type);
  if (!composed) {
    const one = type === undefined ? undefined : sources().get(type);
    if (type !== undefined && !one) throw notFound();
    composed = composedForMembers((asking) => allWithPages(asking, one));
    composedByType.set(type, composed);
  }
  return composed(viewer);
}

const composedByType = new Map<SubjectType | undefined, (viewer: SqlViewer) => SQL>();

function allWithPages(viewer: SqlViewer, one: AttachmentSource | undefined): SQL {
  // Leaves out parts, so that the photo of a comment on a photo does not depend on itself.
  const rows = one
    ? one.rows(viewer)
    : unionRows(
        [...sources().values()].filter(({ isPart }) => !isPart),
        viewer,
      );
  return withPages(rows, !one?.isPart);
}

/** Those of `rows` with a lightbox page, with `own_id`. */
const withPages = (rows: SQL, haveOwn = true): SQL => sql`
  select attached.*,
    case when ${haveOwn} and attached.video_url is null then attached.media_id end as own_id
  from (${rows}) attached
  where attached.kind in ('photo', 'video')`;

/** `attachedMedia` of one kind of object in a container, and their order (`inContainer`). */
export function attachedInContainer(
  viewer: SqlViewer,
  type: SubjectType,
  container: SqlContainer,
): { rows: SQL; order: SQL } {
  let composed = composedInContainer.get(type);
  if (!composed) {
    const { inContainer } = sources().get(type) ?? {};
    if (!inContainer) throw notFound();
    composed = {
      rows: composedForMembers((asking, containerType: SQL, id: SQL) =>
        withPages(inContainer(asking, { type: containerType, id }).rows),
      ),
      order: inContainer(viewer, container).order,
    };
    composedInContainer.set(type, composed);
  }
  const { rows, order } = composed;
  return { rows: rows(viewer, container.type, container.id), order };
}

const composedInContainer = new Map<
  SubjectType,
  { rows: (viewer: SqlViewer, type: SQL, id: SQL) => SQL; order: SQL }
>();

/**
 * Condition on a row of `attachedMedia`: one of these pictures or videos (an id, or `any (ids)`).
 * `media_id` has the indexes.
 */
export const isMedia = (attached: SQL, ids: SQL): SQL =>
  sql`${attached}.own_id is not null and ${attached}.media_id = ${ids}`;

/**
 * Condition on a row of `attachedMedia`: of that member (an id or a column), not in the name of a
 * page. `writer_id` has the indexes.
 */
export const isByMember = (attached: SQL, id: SQL): SQL =>
  sql`${attached}.writer_id = ${id} and ${attached}.author_id = ${id}`;

export interface ServedMedia {
  kind: 'photo' | 'video';
  contentHash: string;
  posterHash: string | null;
  mimeType: string;
  widths: number[];
  /** False while a video is being converted: the uploaded file may contain private metadata. */
  isReady: boolean;
}

interface FoundMedia extends ServedMedia, Record<string, unknown> {
  state: string;
  ownerId: number;
  /** The tables that name it. */
  tables: string[];
}

/** The file, whoever may see it, and where it is attached. */
async function findMedia(id: number): Promise<FoundMedia | undefined> {
  const tables = new Set([...sources().values()].flatMap((one) => one.tables));
  const naming = [...tables].map(
    (table) => sql`
      case when exists (select from ${sql.identifier(table)} where media_id = media.id)
        then ${table}::text end`,
  );
  const [found] = await db.execute<FoundMedia>(sql`
    select media.kind, media.content_hash as "contentHash", media.poster_hash as "posterHash",
      media.mime_type as "mimeType", media.variant_widths as widths,
      media.details ->> 'state' is null as "isReady", media.state, media.owner_id as "ownerId",
      array_remove(array[${sql.join(naming, sql`, `)}], null) as tables
    from media
    where media.id = ${id}`);
  return found;
}

/**
 * The files of a picture or video, if the viewer may see its object. Checked on every request, and
 * only with the rules of the objects that have the file: those of all take ten times as long.
 * A pending file is only for its owner; an orphaned one for nobody.
 */
export async function findVisibleMedia(
  viewer: Viewer,
  id: number,
): Promise<ServedMedia | undefined> {
  const found = await findMedia(id);
  if (!found) return;
  if (found.state === 'pending' && isMember(viewer) && found.ownerId === viewer.id) return found;
  const possible = [...sources().values()].filter(
    ({ tables }) => !tables.length || tables.some((table) => found.tables.includes(table)),
  );
  const [visible] = await db.execute(sql`
    select
    from (${unionRows(possible, viewer)}) attached
    where attached.media_id = ${id}
    limit 1`);
  return visible && found;
}

/**
 * A picture or an uploaded video can be commented on and reacted to by everybody who may see its
 * object.
 */
const mediaSubject =
  (kind: 'photo' | 'video'): SubjectRows =>
  (viewer, id, parent) => {
    // Media are no children of other subjects: a request that names a parent finds nothing.
    if (parent)
      return sql`
        select media.id, '{}'::bigint[] as owner_ids, false as can_comment, false as can_react
        from media
        where false`;
    // Once, and not in FROM: its rows are not to be locked.
    return sql`
      with attached as materialized (
        select one.owner_ids, one.can_comment
        from (${attachedMedia(viewer)}) one
        where ${isMedia(sql`one`, sql`${id}`)}
        limit 1
      )
      select media.id, (select attached.owner_ids from attached) as owner_ids,
        (select attached.can_comment from attached) as can_comment,
        (select attached.can_comment from attached) as can_react
      from media
      where media.id = ${id} and media.kind = ${kind} and exists (select from attached)`;
  };
const context: ContextRow = (viewer, id) =>
  sql`
    select attached.attachable_type, attached.attachable_id
    from (${attachedMedia(viewer)}) attached
    where attached.media_id = ${id}
    limit 1`;

/** Reported by itself; the object it is attached to is not removed with it. */
const moderated = (kind: 'photo' | 'video'): Moderated => ({
  content: (id) =>
    sql`
      select jsonb_build_object(
        'body', '', 'isPublic', false,
        ${sql.raw(kind === 'photo' ? "'photoCount'" : "'videoCount'")}, 1
      ) || ${contentAuthor(authorOfFile(sql`reported.id`))}
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

/**
 * For a moderator who handles a report of a photo or a video: only that one, wherever it is
 * attached.
 */
export const reportedMediaAttachments: AttachmentSource = {
  rows: (viewer) => sql`
    select 'reported_media'::text as attachable_type, media.id as attachable_id, 0::smallint as position,
      'reported'::text as kind, media.id as attachment_id, media.id as media_id,
      null::smallint as video_type, null::text as video_url, ''::text as title,
      ''::text as description, media.owner_id as author_id,
      media.owner_id as writer_id, array[media.owner_id] as owner_ids,
      false as can_comment, false as can_share, media.created_at as published_at,
      null::text as container_type, null::bigint as container_id
    from media
    where media.state = 'attached'
      and (
        (media.kind = 'photo' and ${hasModerationAccess(viewer, 'photo', sql`media.id`)})
        or (media.kind = 'video' and ${hasModerationAccess(viewer, 'video', sql`media.id`)})
      )`,
  tables: [],
  isPart: true,
};
