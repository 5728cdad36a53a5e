import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { postgresAt } from '#server/postgres-at.ts';
import type { ApiMember } from './member.ts';
import type { TestServer } from './server.ts';

export interface PhotoOnPost {
  width: number;
  height: number;
  alt?: string;
}

const colours = ['#c2552d', '#2d6fc2', '#3a8f4d', '#8f3a86', '#b8902f', '#2fa3b8'];

/** Inserts photos with stored files for an existing post. Returns their ids. */
export async function putPhotos(
  { databaseUrl, dataDir }: Pick<TestServer, 'databaseUrl' | 'dataDir'>,
  author: ApiMember,
  postId: number,
  photos: PhotoOnPost[],
): Promise<number[]> {
  const sql = postgresAt(databaseUrl, { max: 1 });
  const ids: number[] = [];
  for (const [position, { width, height, alt = '' }] of photos.entries()) {
    const hash = randomBytes(32).toString('hex');
    const folder = join(dataDir, 'media', hash.slice(0, 2), hash);
    mkdirSync(folder, { recursive: true });
    const picture = await sharp({
      create: { width, height, channels: 3, background: colours[position % colours.length]! },
    })
      .png()
      .toBuffer();
    const widths = [320, 640, width].filter(
      (one, index, all) => one <= width && all.indexOf(one) === index,
    );
    for (const wide of widths) {
      await sharp(picture)
        .resize(wide)
        .webp()
        .toFile(join(folder, `${wide}.webp`));
      await sharp(picture)
        .resize(wide)
        .avif({ effort: 0 })
        .toFile(join(folder, `${wide}.avif`));
    }
    const placeholder = `data:image/webp;base64,${(await sharp(picture).resize(16).webp().toBuffer()).toString('base64')}`;
    const [row] = await sql<{ id: number }[]>`
      with picture as (
        insert into media (
          owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
          placeholder, alt
        )
        values (
          ${author.id}, 'photo', ${hash}, 'image/png', ${picture.length}, ${width}, ${height},
          ${widths}, ${placeholder}, ${alt}
        )
        returning id
      ),
        attached as (
          insert into attachments (post_id, position, type, media_id)
          select ${postId}, ${position}, 'photo', id
          from picture
        ),
        counted as (update posts set attachment_count = attachment_count + 1 where id = ${postId})
      select id
      from picture`;
    ids.push(Number(row!.id));
  }
  await sql.end();
  return ids;
}
