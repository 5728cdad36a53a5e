import type { SQL } from 'drizzle-orm';
import type { AttachmentSource } from '#domains/lightbox/attachment-sources.server.ts';
import { mediaCounts, reportedMedia } from '#domains/media/reported-media.server.ts';
import { hasModerationAccess } from '#domains/moderation/queue/moderation-access.server.ts';
import { isMember } from '#domains/policy/viewer.ts';
import { sql } from '#server/sql.ts';
import type { Reportable } from '#server/subjects.ts';
import { visibleMessage } from './visibility.server.ts';

const attachedTo = (message: SQL): SQL =>
  sql`
    select photo.media_id, photo.position
    from message_photos photo
    where photo.message_id = ${message}`;

/**
 * Participants can report a message; moderators then see only that one, not the rest of the
 * conversation.
 */
export const reportableMessage: Reportable = {
  rows: (viewer, id) => sql`
    select m.id, array[m.author_id] as owner_ids, false as can_comment, false as can_react
    from messages m
    join conversation_members cm on cm.conversation_id = m.conversation_id
    where m.id = ${id}
      and m.author_id is not null
      and ${
        isMember(viewer)
          ? sql`
      cm.member_id = ${viewer.id} and ${visibleMessage(viewer)}`
          : sql`false`
      }`,
  moderated: {
    content: (id) => sql`
      select jsonb_build_object(
        'path', '/messages/' || reported.conversation_id, 'body', reported.body, 'isPublic', false
      ) || ${mediaCounts(attachedTo(sql`reported.id`))}
      from messages reported
      where reported.id = ${id}`,
    files: (tx, id) => reportedMedia(tx, attachedTo(sql`${id}`)),
  },
};

/** Visible to moderators with access to a report. */
export const reportedMessageAttachments: AttachmentSource = {
  rows: (viewer) => sql`
    select 'message'::text as attachable_type, m.id as attachable_id, photo.position,
      'message'::text as kind, photo.media_id as attachment_id, photo.media_id,
      null::smallint as video_type, null::text as video_url, ''::text as title,
      m.body as description, m.author_id, m.author_id as writer_id,
      array[m.author_id] as owner_ids, false as can_comment, false as can_share, m.created_at as published_at,
      null::text as container_type, null::bigint as container_id
    from message_photos photo
    join messages m on m.id = photo.message_id
    where ${hasModerationAccess(viewer, 'message', sql`m.id`)}`,
  tables: ['message_photos'],
  isPart: true,
};
