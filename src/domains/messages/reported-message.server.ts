import { sql, type SQL } from 'drizzle-orm';
import { mediaCounts, reportedMedia } from '#domains/media/reported-media.server.ts';
import type { AttachmentSource } from '#domains/media/viewer/attachment-sources.server.ts';
import { hasModerationAccess } from '#domains/moderation/queue/moderation-access.server.ts';
import { isMember } from '#domains/policy/viewer.ts';
import type { Reportable } from '#server/subjects.ts';
import { visibleMessage } from './visibility.server.ts';

const hungOn = (message: SQL): SQL =>
  sql`
    select hung.media_id, hung.position from message_photos hung where hung.message_id = ${message}`;

/**
 * A message is reported by whoever got it, and moderators then see that one; the rest of the
 * conversation stays closed to them.
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
      ) || ${mediaCounts(hungOn(sql`reported.id`))}
      from messages reported
      where reported.id = ${id}`,
    files: (tx, id) => reportedMedia(tx, hungOn(sql`${id}`)),
  },
};

/** For a moderator who looks at a report of it. */
export const reportedMessageAttachments: AttachmentSource = {
  rows: (viewer) => sql`
    select 'message'::text as attachable_type, m.id as attachable_id, hung.position,
      'message'::text as kind, hung.media_id as attachment_id, hung.media_id,
      null::smallint as video_type, null::text as video_url, ''::text as title,
      m.body as description, m.author_id, array[m.author_id] as owner_ids, false as can_comment,
      false as can_share, m.created_at as published_at
    from message_photos hung
    join messages m on m.id = hung.message_id
    where ${hasModerationAccess(viewer, 'message', sql`m.id`)}`,
  isPart: true,
};
