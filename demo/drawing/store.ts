import { join } from 'node:path';
import type { TransactionSql } from 'postgres';
import { avatarSizes } from '#lib/avatar-sizes.ts';
import type { Storage } from '#server/storage/storage.ts';
import { twoAtOnce } from './files.ts';

type Transaction = TransactionSql<{ bigint: number }>;

const types = [
  ['.webp', 'image/webp'],
  ['.avif', 'image/avif'],
  ['/video', 'video/mp4'],
] as const;

const typeOf = (name: string) => types.find(([ending]) => name.endsWith(ending))![1];

/** Names in the storage of every file that the loaded rows name. */
async function listFiles(tx: Transaction): Promise<string[]> {
  const rows = await tx<Array<{ name: string }>>`
    with owners as (
      select avatar, cover from members union all select avatar, cover from containers),
    pictures as (
      select distinct coalesce(poster_hash, content_hash) as hash, variant_widths as widths
      from media),
    contents as (
      select hash, 'original.webp' as file
      from pictures
      union
      select hash, width || '.' || extension
      from pictures, unnest(widths) as width, unnest(array['avif', 'webp']) as extension
      union
      select content_hash, 'video'
      from media
      where kind = 'video')
    select left(hash, 2) || '/' || hash || '/' || file as name
    from contents
    union
    select 'public/' || name
    from owners, unnest(array[avatar, cover]) as name
    where name is not null
    union
    select 'public/' || replace(avatar, '.webp', '-' || size || '.webp')
    from owners, unnest(${[...avatarSizes]}::int[]) as size
    where avatar is not null`;
  return rows.map(({ name }) => name);
}

/**
 * Copies the drawn files to where the site keeps its own, before the rows that show them are
 * committed.
 */
export async function storePictures(
  tx: Transaction,
  mediaFolder: string,
  store: Storage,
  show: (done: number, all: number) => void,
): Promise<void> {
  const names = await listFiles(tx);
  const copies = names.map((name) => () => store.put(name, join(mediaFolder, name), typeOf(name)));
  await twoAtOnce(copies, (done) => show(done, copies.length));
}
