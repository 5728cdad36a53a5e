import type { ArchivedAlbum } from '#domains/archive/archive-format.schema.ts';
import { addToAlbum, createAlbum } from '#domains/media/albums/album-changes.server.ts';
import type { StoredPhoto } from '#domains/media/photos.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { sql } from '#server/sql.ts';
import type { Prepared } from './import-post.server.ts';
import type { Archive } from './read-archive.server.ts';
import { takePhoto } from './unpacked-media.server.ts';

interface Taken {
  stored: StoredPhoto;
  title: string;
  caption: string;
  isCover: boolean;
}

/**
 * An album that the member made, with its photos, as of the day on which it was made. Those that
 * the site keeps by itself fill by themselves.
 */
export async function prepareAlbum(
  archive: Archive,
  member: Member,
  album: ArchivedAlbum,
  signal: AbortSignal,
): Promise<Prepared> {
  if (album.type !== null) return { leftOut: 0 };
  const photos: Taken[] = [];
  let leftOut = 0;
  for (const { file, alt, title, caption, is_cover: isCover } of album.photos ?? []) {
    signal.throwIfAborted();
    const stored = await takePhoto(archive, { file, alt });
    if (stored) photos.push({ stored, title, caption, isCover });
    else leftOut += 1;
  }
  const { title, description, audience, is_listed: isListed, made } = album;
  return {
    leftOut,
    write: async (tx) => {
      const commentAudience = album.comment_audience ?? audience;
      const id = await createAlbum(tx, member, {
        title: title || 'Photos',
        description,
        audience,
        commentAudience,
        isListed,
      });
      const added = await addToAlbum(
        tx,
        member,
        id,
        photos.map(({ stored }) => stored),
      );
      const rows = photos.map(({ title: name, caption, isCover }, index) => ({
        id: added[index]!.id,
        name,
        caption,
        isCover,
      }));
      const moment = sql`least(${made}::timestamptz, ${now()})`;
      await tx.execute(sql`
        update album_photos p
        set title = said.name, caption = said.caption, is_cover = said."isCover",
          created_at = ${moment}
        from json_to_recordset(${JSON.stringify(rows)}::json) said (
          id bigint, name text, caption text, "isCover" boolean
        )
        where p.media_id = said.id and p.album_id = ${id}`);
      await tx.execute(
        sql`update albums set created_at = ${moment}, modified_at = ${moment} where id = ${id}`,
      );
      return { type: 'album', id };
    },
  };
}
