import type { SQL } from 'drizzle-orm';
import { sql } from '#server/sql.ts';

/** A picture as JSON, of `m`, a row of `media`: the photo, or the poster of a video. */
export const pictureJson = (m: SQL): SQL => sql`
  json_build_object(
    'id', ${m}.id, 'width', coalesce((${m}.details -> 'poster' ->> 'width')::int, ${m}.width),
    'height', coalesce((${m}.details -> 'poster' ->> 'height')::int, ${m}.height), 'widths',
    ${m}.variant_widths, 'placeholder', ${m}.placeholder, 'alt', ${m}.alt
  )`;
