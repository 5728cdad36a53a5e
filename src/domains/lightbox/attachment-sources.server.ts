import type { SQL } from 'drizzle-orm';
import { isMember, type SqlMember, type SqlViewer, type Viewer } from '#domains/policy/viewer.ts';
import type { SubjectType } from '#domains/reactions/reactions.schema.ts';
import { entriesOf } from '#server/domain.ts';
import { sql } from '#server/sql.ts';
import type { Located } from '#server/subjects.ts';

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
 * use. With a `form` of its objects (`SubjectSource.located`), by the rules of those alone.
 */
export type AttachedMedia = (viewer: SqlViewer, form?: string) => SQL;

/** Names a container in SQL. */
export interface SqlContainer {
  type: SQL;
  id: SQL;
}

/** The objects that a file is attached to, for who asks about one file (media-subjects.server.ts). */
export interface MediaHomes {
  /** Selects the `id` of those that have that picture or uploaded video, by an index. */
  of: (mediaId: SQL) => SQL;
  /** Selects `owner_ids` and `can_comment` of the file in one of them, where `rows` has it. */
  rows: (viewer: SqlViewer, mediaId: SQL, home: Located) => SQL;
}

export interface AttachmentSource {
  /** Visible to everybody who may see the objects. */
  rows: AttachedMedia;
  /** Absent: no file of these objects has a page of its own. */
  homes?: MediaHomes;
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
  /** Whether an object that has the file of the row `item` is a paid post. */
  isPaid?: (item: SQL) => SQL;
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
  /**
   * Selects `media_id`, `title`, `description` and `published_at` of the newest photos that a member
   * put on their own wall (a column or value), a bounded number by an index.
   */
  newestPhotosOnWall?: (viewer: SqlViewer, owner: SQL, limit: SQL) => SQL;
}

declare module '#server/domain.ts' {
  interface Domain {
    /** Pictures and videos attached to the objects of the domain, by the name of their source. */
    attachments?: Record<string, AttachmentSource>;
  }
}

export const sources = () => entriesOf('attachments');

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

/** As `AttachmentSource.isPaid`, for a row `item` of `attachedMedia` of any kind. */
export const isPaidItem = (item: SQL): SQL =>
  sql.join(
    [sql`false`, ...[...sources().values()].flatMap(({ isPaid }) => isPaid?.(item) ?? [])],
    sql` or `,
  );

/** As `AttachmentSource.author`, of the page in whose name the file with that id stands. */
export function authorOfFile(mediaId: SQL): SQL {
  const each = [...sources().values()].flatMap(({ author, homes }) =>
    author && homes
      ? [
          sql`
            select one.*
            from (${homes.of(mediaId)}) object
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

export const unionRows = (all: AttachmentSource[], viewer: SqlViewer): SQL =>
  sql.join(
    all.map(({ rows }) => rows(viewer)),
    sql` union all `,
  );
