import { addToAlbum, createAlbum } from '#domains/albums/album-changes.server.ts';
import type { ArchivedAlbum } from '#domains/archive/archive-format.schema.ts';
import type { StoredPhoto } from '#domains/media/photos.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { sql } from '#server/sql.ts';
import type { Prepared } from './import-post.server.ts';
import type { Archive } from './read-archive.server.ts';
import { importPhoto } from './unpacked-media.server.ts';

interface Taken {
  stored: StoredPhoto;
  title: string;
  caption: string;
  isCover: boolean;
}

/**
 * An album that the member made, with its photos and original date. The site's own albums fill with
 * their posts.
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
    const stored = await importPhoto(archive, { file, alt });
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
      const createdAt = sql`least(${made}::timestamptz, ${now()})`;
      await tx.execute(sql`
        update album_photos p
        set title = imported.name, caption = imported.caption, is_cover = imported."isCover",
          created_at = ${createdAt}
        from json_to_recordset(${JSON.stringify(rows)}::json) imported (
          id bigint, name text, caption text, "isCover" boolean
        )
        where p.media_id = imported.id
          and p.album_id = ${id}`);
      await tx.execute(
        sql`
          update albums set created_at = ${createdAt}, modified_at = ${createdAt} where id = ${id}`,
      );
      return { type: 'album', id };
    },
  };
}
