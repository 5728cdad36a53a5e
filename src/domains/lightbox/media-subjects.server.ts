import { reportedMedia } from '#domains/media/reported-media.server.ts';
import { hasModerationAccess } from '#domains/moderation/queue/moderation-access.server.ts';
import { sql } from '#server/sql.ts';
import {
  contentAuthor,
  type ContextRow,
  type Moderated,
  type SubjectRows,
  type SubjectSource,
} from '#server/subjects.ts';
import { attachedMedia, isMedia } from './attached-media.server.ts';
import { authorOfFile, type AttachmentSource } from './attachment-sources.server.ts';

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
