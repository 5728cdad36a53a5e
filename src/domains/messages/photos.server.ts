import { sql, type SQL } from 'drizzle-orm';
import type { PictureRow } from '#domains/media/media.views.server.ts';
import type { AttachmentSource } from '#domains/media/viewer/attachment-sources.server.ts';
import { isMember } from '#domains/policy/viewer.ts';
import { visibleMessage } from './visibility.server.ts';

/**
 * Photos are part of their message: they go to the participants who see it, and to nobody else,
 * whatever their role.
 */
export const messageAttachments: AttachmentSource = {
  rows: (viewer) => sql`
    select 'message'::text as attachable_type, m.id as attachable_id, hung.position,
      'message'::text as kind, hung.media_id as attachment_id, hung.media_id,
      null::smallint as video_type, null::text as video_url, ''::text as title,
      m.body as description, m.author_id, array[m.author_id] as owner_ids, false as can_comment,
      false as can_share, m.created_at as published_at
    from message_photos hung
    join messages m on m.id = hung.message_id
    join conversation_members cm on cm.conversation_id = m.conversation_id
    where
      ${isMember(viewer) ? sql`cm.member_id = ${viewer.id} and ${visibleMessage(viewer)}` : sql`false`}`,
  isPart: true,
};

/** The photos of the message `m`, in their order. */
export const photosJson: SQL = sql`
  (
    select json_agg(
      json_build_object(
        'id', f.id, 'width', f.width, 'height', f.height, 'widths', f.variant_widths, 'placeholder',
        f.placeholder, 'alt', f.alt
      )
      order by hung.position
    )
    from message_photos hung
    join media f on f.id = hung.media_id
    where hung.message_id = m.id
  )`;

/** Their ids alone, for lists. */
export const photoIds: SQL = sql`
  (
    select json_agg(hung.media_id order by hung.position)
    from message_photos hung
    where hung.message_id = m.id
  )`;

/** A CTE that hangs pictures on the message that the CTE `written` has just written. */
export const hangPhotos = (photos: PictureRow[]): SQL => sql`
  hung as (
    insert into message_photos (message_id, position, media_id)
    select written.id, photo.place - 1, photo.id
    from written,
      unnest(${sql.param(photos.map(({ id }) => id))}::bigint[]) with ordinality photo (id, place)
  )`;
