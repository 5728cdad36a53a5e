import { join } from 'node:path';
import type { SQL } from 'drizzle-orm';
import type { Viewer } from '#domains/policy/viewer.ts';
import { avatarFile, avatarSizes } from '#lib/avatar-sizes.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { entriesOf } from '#server/domain.ts';
import { makeMaster } from '#server/pictures/pictures.ts';
import type { Shape, Size } from '#server/pictures/task.ts';
import { sql } from '#server/sql.ts';
import { storage } from '#server/storage/storage.ts';
import { identifyPicture } from '#server/uploads/identify-picture.ts';
import type { UploadedFile } from '#server/uploads/uploads.ts';
import { workFolder } from '#server/uploads/work-folder.ts';
import { hashFile } from './blob-store.server.ts';
import { makePhoto, storeMadePhoto, type PhotoFile, type StoredPhoto } from './photos.server.ts';
import { toShape } from './picture-shapes.rules.ts';

/** A table whose columns name files under /media/public. */
export interface PublicPictureTable {
  /** By default `avatar` and `cover`. */
  columns?: string[];
  /** Selects from the table the row of that file if the viewer may see it there. */
  shown: (viewer: Viewer, name: string) => SQL;
}

declare module '#server/domain.ts' {
  interface Domain {
    /** Tables of public pictures by their names. */
    publicPictures?: Record<string, PublicPictureTable>;
  }
}

/** Whether that file is a current avatar or cover that the viewer may see, asked on every request. */
export async function isPictureVisible(viewer: Viewer, name: string): Promise<boolean> {
  const shown = [...entriesOf('publicPictures').values()].map(
    (table) => sql`exists (${table.shown(viewer, name)})`,
  );
  const [row] = await db.execute<{ isVisible: boolean }>(
    sql`select (${sql.join(shown, sql` or `)}) as "isVisible"`,
  );
  return row!.isVisible;
}

export interface PublicPicture {
  /** Path under /media/public: the content hash, so it never changes and can be cached for ever. */
  name: string;
  width: number;
  height: number;
  placeholder: string;
}

interface PublicShape {
  /** Longest side in pixels. */
  side: number;
  /** Cropped to the important part, for avatars. */
  square?: boolean;
  /** Smaller pictures are refused. */
  least?: Size;
}

const toFiles = ({ side, square }: PublicShape): Shape =>
  square ? { side, square, sizes: avatarSizes } : { side };

/** Stores a file that the picture process wrote, with its smaller sizes. Returns its name. */
async function storeMade(folder: string, made: string, { width }: Size, sizes: readonly number[]) {
  const file = join(folder, `${made}.webp`);
  const name = `${(await hashFile(file)).slice(0, 32)}.webp`;
  // Recorded as orphaned first, so that one whose row is never written is removed, too.
  await db.execute(sql`
    insert into orphaned_avatars as l (name, remove_after)
    values (${name}, ${now()} + interval '24 hours')
    on conflict (name)
    do update set remove_after = greatest(l.remove_after, excluded.remove_after)`);
  const store = await storage();
  // Small ones first: if the largest exists, all do.
  for (const size of sizes.filter((one) => one < width)) {
    const path = join(folder, `${made}-${size}.webp`);
    await store.put(`public/${avatarFile(name, size)}`, path, 'image/webp');
  }
  await store.put(`public/${name}`, file, 'image/webp');
  return name;
}

/**
 * Decodes a picture and stores it publicly: avatars and covers. Throws 415 invalid_file if it is no
 * picture.
 */
export async function storePublicPicture(
  path: string,
  { least, ...wanted }: PublicShape,
): Promise<PublicPicture> {
  const kind = await identifyPicture(path);
  const folder = await workFolder();
  try {
    const shape = toFiles(wanted);
    const { width, height, placeholder } = await makeMaster({
      input: path,
      kind,
      folder: folder.path,
      ...shape,
      ...(least ? { least } : {}),
    });
    const name = await storeMade(folder.path, 'original', { width, height }, shape.sizes ?? []);
    return { name, width, height, placeholder };
  } finally {
    await folder.remove();
  }
}

/**
 * Decodes a picture once, and stores the avatar or cover cut from it publicly and the whole as a
 * photo.
 * @param folder a work folder, removed by the caller
 */
export async function storePublicAndPhoto(
  file: PhotoFile,
  { least, ...wanted }: PublicShape,
  folder: string,
): Promise<{ name: string; photo: StoredPhoto }> {
  const shape = toFiles(wanted);
  const inside = join(folder, `with-${shape.side}`);
  const photo = await makePhoto(file, inside, {
    cut: shape,
    ...(least ? { least } : {}),
  });
  const name = await storeMade(inside, 'cut', photo.cut!, shape.sizes ?? []);
  return { name, photo: await storeMadePhoto(photo) };
}

/** Stores an uploaded picture as that of something new, cropped to a square. Returns its name. */
export async function storeAvatar([file]: UploadedFile[]): Promise<string | null> {
  if (!file) return null;
  return (await storePublicPicture(file.path, toShape('profile'))).name;
}
