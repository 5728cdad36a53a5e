import type { SQL } from 'drizzle-orm';
import { reportedMedia } from '#domains/media/reported-media.server.ts';
import { hasModerationAccess } from '#domains/moderation/queue/moderation-access.server.ts';
import type { SqlViewer } from '#domains/policy/viewer.ts';
import { stepsOf } from '#server/located.ts';
import { sql } from '#server/sql.ts';
import {
  contentAuthor,
  subjects,
  type ContextRow,
  type Located,
  type Moderated,
  type SubjectRows,
  type SubjectSource,
} from '#server/subjects.ts';
import { attachedMedia, isMedia } from './attached-media.server.ts';
import { authorOfFile, sources, type AttachmentSource } from './attachment-sources.server.ts';

const wherever = (viewer: SqlViewer, id: number | SQL): SQL => sql`
  select one.owner_ids, one.can_comment
  from (${attachedMedia(viewer)}) one
  where ${isMedia(sql`one`, sql`${id}`)}`;

/** In the objects that have it: as a rule one. */
function inHomes(viewer: SqlViewer, { id, parents }: Located): SQL {
  const each = parents.flatMap((home) => {
    const { homes } = sources().get(home.type) ?? {};
    return homes ? [homes.rows(viewer, sql`${id}::bigint`, home)] : [];
  });
  return each.length
    ? sql`select one.owner_ids, one.can_comment from (${sql.join(each, sql` union all `)}) one`
    : sql`select '{}'::bigint[] as owner_ids, false as can_comment where false`;
}

/** Selects the file and the objects that have it; no row for a file that none has. */
const located =
  (kind: 'photo' | 'video') =>
  (id: SQL): SQL => {
    const homes = subjects().flatMap(([type]) => {
      const { homes } = sources().get(type) ?? {};
      return homes
        ? [
            sql`
              select step.depth + 1, step.type, step.id, step.form
              from (${homes.of(sql`file.id`)}) home
              cross join lateral (${stepsOf(type, sql`home.id`)}) step (depth, type, id, form)`,
          ]
        : [];
    });
    return sql`
      with home (depth, type, id, form) as (
        select home.*
        from media file
        cross join lateral (${sql.join(homes, sql` union all `)}) home
        where file.id = ${id} and file.kind = ${kind}
      )
      select 0 as depth, ${kind}::text as type, ${id} as id, null::text as form
      where exists (select from home)
      union all
      select home.* from home`;
  };

/**
 * A picture or an uploaded video can be commented on and reacted to by everybody who may see its
 * object.
 */
const mediaSubject =
  (kind: 'photo' | 'video'): SubjectRows =>
  (viewer, id, item) => {
    // Once, and not in FROM: its rows are not to be locked.
    return sql`
      with attached as materialized (
        ${item ? inHomes(viewer, item) : wherever(viewer, id)}
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
  located: located(kind),
  seen: mediaSubject(kind),
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
