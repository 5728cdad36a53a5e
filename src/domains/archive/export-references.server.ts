import type { SQL } from 'drizzle-orm';
import { wireTypeSql } from '#server/export-rows.ts';
import { sql } from '#server/sql.ts';

/** A reference to the member of that column. */
export const person = (id: string) =>
  sql.raw(
    `(select json_build_object('id', p.id, 'name', p.displayname) from members p where p.id = ${id})`,
  );
/** Path of the photo or video file in the archive. */
export const fileSql = (media: string) =>
  sql.raw(`
    'files/' || ${media}.id || case
      when ${media}.kind = 'photo' then '.webp'
      when ${media}.mime_type = 'video/webm' then '.webm'
      when ${media}.mime_type = 'video/quicktime' then '.mov'
      else '.mp4'
    end`);

/** A reference to an item by the columns of its type and id. */
export const itemSql = (type: string, id: string): SQL =>
  sql`json_build_object('type', ${wireTypeSql(type)}, 'id', ${sql.raw(id)})`;
