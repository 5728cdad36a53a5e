import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { db, type Tx } from '#server/db.ts';
import { invalid, withField } from '#server/errors.ts';
import { enqueue } from '#server/jobs.ts';
import { makeMaster } from '#server/pictures/pictures.ts';
import type { Master, PictureKind, Shape, Size } from '#server/pictures/task.ts';
import { sql } from '#server/sql.ts';
import { identifyPicture } from '#server/uploads/identify-picture.ts';
import { workFolder } from '#server/uploads/work-folder.ts';
import { altProblem, cleanAlt } from './alt-fields.ts';
import { hashFile, storeBlob } from './blob-store.server.ts';
import { widthsFor } from './media.rules.ts';
import type { PictureRow } from './media.views.server.ts';

export const imageVariantsQueue = 'picture-widths';

/** A picture that was decoded, re-encoded and stored, and has no row yet. */
export interface StoredPhoto extends Omit<Master, 'isAnimated' | 'cut'> {
  hash: string;
  /** Animated pictures stay one file. */
  isAnimated: boolean;
  alt: string;
}

export interface PhotoFile {
  path: string;
  kind: PictureKind;
  alt?: string;
  /** Name of its form field. */
  field?: string;
}

/** A picture that was decoded and re-encoded, still in a work folder. */
interface MadePhoto extends StoredPhoto {
  file: string;
  cut?: Size;
}

/**
 * Re-encodes one picture into the folder.
 * @param folder a work folder, removed by the caller
 */
export async function makePhoto(
  { path, kind, alt = '' }: PhotoFile,
  folder: string,
  options: { cut?: Shape; least?: Size } = {},
): Promise<MadePhoto> {
  const problem = altProblem(cleanAlt(alt));
  if (problem) throw invalid(problem, 'alt');
  await mkdir(folder, { recursive: true });
  const master = await makeMaster({ input: path, kind, folder, ...options });
  const file = join(folder, 'original.webp');
  return { ...master, alt: cleanAlt(alt), hash: await hashFile(file), file };
}

/** Stores what `makePhoto` made. */
export async function storeMadePhoto({ file, cut: _, ...photo }: MadePhoto): Promise<StoredPhoto> {
  await storeBlob(photo.hash, [{ name: 'original.webp', path: file, type: 'image/webp' }]);
  return photo;
}

/**
 * Decodes pictures, re-encodes them without metadata and stores them: all or, if one is broken,
 * none. `addPhotos` inserts their rows in the transaction that attaches them.
 * @param folder a work folder, removed by the caller
 */
export async function storePhotos(files: PhotoFile[], folder: string): Promise<StoredPhoto[]> {
  for (const { alt = '' } of files) {
    const problem = altProblem(cleanAlt(alt));
    if (problem) throw invalid(problem, 'alt');
  }
  const made: MadePhoto[] = [];
  const waiting = [...files.entries()];
  // As many at a time as there are picture processes; a broken picture stops all.
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [position, file] = next;
      made[position] = await makePhoto(file, join(folder, `photo-${position}`)).catch(
        (error: unknown) => {
          waiting.length = 0;
          throw file.field ? withField(error, file.field) : error;
        },
      );
    }
  };
  const lanes = await Promise.allSettled([lane(), lane()]);
  for (const one of lanes) if (one.status === 'rejected') throw one.reason;
  const stored: StoredPhoto[] = [];
  for (const photo of made) stored.push(await storeMadePhoto(photo));
  return stored;
}

/**
 * Inserts the rows of stored pictures, in order, and enqueues their variants. Call it in the
 * transaction that attaches them.
 */
export async function addPhotos(
  tx: Tx,
  ownerId: number,
  photos: StoredPhoto[],
): Promise<PictureRow[]> {
  if (!photos.length) return [];
  const rows = photos.map(({ hash, byteLength, width, height, placeholder, alt }, position) => ({
    position,
    hash,
    byteLength,
    width,
    height,
    placeholder,
    alt,
  }));
  // Ids are assigned first, because RETURNING guarantees no order.
  const added = await tx.execute<PictureRow & Record<string, unknown>>(sql`
    with sent as materialized (
      select nextval(pg_get_serial_sequence('media', 'id')) as id, s.*
      from (
        select *
        from json_to_recordset(${JSON.stringify(rows)}::json) as s (
          position int, hash text, "byteLength" bigint, width int, height int, placeholder text,
          alt text
        )
        order by position
      ) s
    ),
      added as (
        insert into media (
          id, owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
          placeholder, alt
        )
        select id, ${ownerId}, 'photo', hash, 'image/webp', "byteLength", width, height,
          -- The same picture again: what was made of it is there.
        coalesce(
          (
            select variant_widths
            from media same
            where same.content_hash = sent.hash
              and same.variant_widths <> '{}'
            limit 1
          ),
          '{}'
        ),
        placeholder, alt
        from sent
        returning id, width, height, variant_widths as widths, placeholder, alt
      )
    select added.*
    from added
    join sent using (id)
    order by sent.position`);
  const unfinished = added.filter(
    ({ width, widths }, position) =>
      !widths.length && widthsFor(width).length && !photos[position]!.isAnimated,
  );
  if (unfinished.length)
    await enqueue(tx, imageVariantsQueue, { mediaIds: unfinished.map(({ id }) => id) });
  return added;
}

/**
 * Stores a picture that the server fetched or made, such as that of a link preview. Until it is
 * attached (a row with its id as `media_id`) only its owner may see it; unattached, it is removed
 * after a day. Throws 415 invalid_file if it is no picture.
 */
export async function storePhotoFromFile(
  ownerId: number,
  path: string,
  { alt = '' } = {},
): Promise<PictureRow> {
  const kind = await identifyPicture(path);
  const folder = await workFolder();
  try {
    const photos = await storePhotos([{ path, kind, alt }], folder.path);
    const [row] = await db.transaction((tx) => addPhotos(tx, ownerId, photos));
    return row!;
  } finally {
    await folder.remove();
  }
}
