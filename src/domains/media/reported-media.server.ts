import type { SQL } from 'drizzle-orm';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import type { ReportedFile } from '#server/subjects.ts';
import { imageView, videoAddress, type PictureRow } from './media.views.server.ts';

interface Row extends Record<string, unknown>, PictureRow {
  kind: 'photo' | 'video';
  hasPicture: boolean;
}

/**
 * The pictures and videos of a reported item, for a moderator.
 * @param attached selects `media_id` and `position`
 */
export async function reportedMedia(tx: Tx, attached: SQL): Promise<ReportedFile[]> {
  const rows = await tx.execute<Row>(sql`
    select m.id, m.kind, m.variant_widths as widths, m.alt, m.placeholder, m.kind = 'photo'
      or m.poster_hash is not null as "hasPicture",
      case
        when m.kind = 'photo' then m.width
        else coalesce((m.details -> 'poster' ->> 'width')::int, m.width)
      end as width,
      case
        when m.kind = 'photo' then m.height
        else coalesce((m.details -> 'poster' ->> 'height')::int, m.height)
      end as height
    from (${attached}) attached
    join media m on m.id = attached.media_id
    where m.state = 'attached'
    order by attached.position, m.id`);
  return rows.map((row) => {
    const { id, kind, width, height, alt, hasPicture } = row;
    const image = hasPicture ? imageView(row, 960, '').src : '';
    return {
      kind,
      src: kind === 'photo' ? image : videoAddress(id, ''),
      poster: kind === 'video' ? image : '',
      width,
      height,
      alt,
    };
  });
}

/**
 * Numbers of photos and videos of an item, for `Moderated.content`.
 * @param attached selects `media_id`
 */
export const mediaCounts = (attached: SQL): SQL => sql`
  (
    select jsonb_build_object(
      'photoCount', count(*) filter (where m.kind = 'photo'), 'videoCount',
      count(*) filter (where m.kind = 'video')
    )
    from (${attached}) attached
    join media m on m.id = attached.media_id
  )`;
