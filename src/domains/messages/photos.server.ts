import type { SQL } from 'drizzle-orm';
import type { AttachmentSource } from '#domains/lightbox/attachment-sources.server.ts';
import type { PictureRow } from '#domains/media/media.views.server.ts';
import { pictureJson } from '#domains/media/picture-json.server.ts';
import { isMember } from '#domains/policy/viewer.ts';
import { sql } from '#server/sql.ts';
import { visibleMessage } from './visibility.server.ts';

/**
 * Photos belong to their message: visible to the participants who see it and to nobody else,
 * whatever their role.
 */
export const messageAttachments: AttachmentSource = {
  rows: (viewer) => sql`
    select 'message'::text as attachable_type, m.id as attachable_id, photo.position,
      'message'::text as kind, photo.media_id as attachment_id, photo.media_id,
      null::smallint as video_type, null::text as video_url, ''::text as title,
      m.body as description, m.author_id, m.author_id as writer_id,
      array[m.author_id] as owner_ids, false as can_comment, false as can_share, m.created_at as published_at,
      null::text as container_type, null::bigint as container_id
    from message_photos photo
    join messages m on m.id = photo.message_id
    join conversation_members cm on cm.conversation_id = m.conversation_id
    where
      ${isMember(viewer) ? sql`cm.member_id = ${viewer.id} and ${visibleMessage(viewer)}` : sql`false`}`,
  tables: ['message_photos'],
  isPart: true,
};

/** Photos of the message `m`, in order. */
export const photosJson: SQL = sql`
  (
    select json_agg(
      ${pictureJson(sql`f`)}
      order by photo.position
    )
    from message_photos photo
    join media f on f.id = photo.media_id
    where photo.message_id = m.id
  )`;

/** Only their ids, for lists. */
export const photoIds: SQL = sql`
  (
    select json_agg(photo.media_id order by photo.position)
    from message_photos photo
    where photo.message_id = m.id
  )`;

/** CTE that attaches media to the message inserted by the CTE `written`. */
export const attachPhotos = (photos: PictureRow[]): SQL => sql`
  attached as (
    insert into message_photos (message_id, position, media_id)
    select written.id, photo.ordinality - 1, photo.id
    from written,
      unnest(
        ${sql.param(photos.map(({ id }) => id))}::bigint[]
      ) with ordinality photo (id, ordinality)
  )`;
