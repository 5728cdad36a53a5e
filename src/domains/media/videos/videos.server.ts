import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hashFile, storeBlob } from '#domains/media/blob-store.server.ts';
import { widthsFor } from '#domains/media/media.rules.ts';
import type { VideoDetails } from '#domains/media/media.table.ts';
import type { PictureRow } from '#domains/media/media.views.server.ts';
import { imageVariantsQueue } from '#domains/media/photos.server.ts';
import type { Tx } from '#server/db.ts';
import { httpError } from '#server/errors.ts';
import { enqueue } from '#server/jobs.ts';
import { makeMaster } from '#server/pictures/pictures.ts';
import type { PictureKind } from '#server/pictures/task.ts';
import { sql } from '#server/sql.ts';
import type { VideoKind } from '#server/uploads/file-kinds.ts';
import { findFfmpeg, longestConversion } from '#server/videos/ffmpeg.ts';
import { rewriteVideo, unplayable } from '#server/videos/videos.ts';
import { playsEverywhere } from './video.rules.ts';

export const videoQueue = 'videos';

export interface StoredPoster {
  hash: string;
  width: number;
  height: number;
  placeholder: string;
}

/** A video that was rewritten and stored, and has no row yet. */
export interface StoredVideo {
  hash: string;
  mimeType: string;
  byteLength: number;
  width: number;
  height: number;
  durationSeconds: number;
  poster: StoredPoster | undefined;
  /** Not every browser plays it, and ffmpeg is available to convert it. */
  isToConvert: boolean;
}

/** Columns of a video's poster. */
export interface VideoRow {
  width: number;
  height: number;
  details: VideoDetails;
}

/** Decodes the poster of a video, re-encodes and stores it. */
export async function storePoster(
  input: string,
  kind: PictureKind,
  folder: string,
): Promise<StoredPoster> {
  await mkdir(folder, { recursive: true });
  const { width, height, placeholder } = await makeMaster({ input, kind, folder });
  const file = join(folder, 'original.webp');
  const hash = await hashFile(file);
  await storeBlob(hash, [{ name: 'original.webp', path: file, type: 'image/webp' }]);
  return { hash, width, height, placeholder };
}

interface VideoFiles {
  video: { path: string; kind: VideoKind; size: number };
  poster?: { path: string; kind: PictureKind } | undefined;
  /** Refuses a video that is too long or of unknown length, before anything is stored. */
  longestSeconds?: number;
}

/**
 * Rewrites a video with nothing but its picture and sound, and stores it with its poster. A file
 * that only ffmpeg can read is stored as it is, and not served before it is converted. `addVideo`
 * inserts its row in the transaction that attaches it.
 * @param folder a work folder, removed by the caller
 */
export async function storeVideo(
  { video, poster, longestSeconds }: VideoFiles,
  folder: string,
): Promise<StoredVideo> {
  const made = join(folder, 'video');
  await mkdir(made);
  const facts = await rewriteVideo({ input: video.path, kind: video.kind, folder: made });
  const hasFfmpeg = findFfmpeg() !== undefined;
  if (!facts && (!hasFfmpeg || longestSeconds !== undefined)) throw unplayable();
  // A clip of a minute is often a few frames longer.
  if (facts && longestSeconds !== undefined && facts.durationSeconds > longestSeconds + 1)
    throw httpError('file_too_large', `This video is longer than ${longestSeconds} seconds.`);
  const still = poster && (await storePoster(poster.path, poster.kind, join(folder, 'poster')));
  const path = facts ? join(made, 'video') : video.path;
  const mimeType = facts
    ? `video/${facts.container}`
    : `video/${video.kind === 'mov' ? 'quicktime' : video.kind}`;
  const hash = await hashFile(path);
  await storeBlob(hash, [{ name: 'video', path, type: mimeType }]);
  const { width = 0, height = 0, durationSeconds = 0, byteLength = video.size } = facts ?? {};
  return {
    hash,
    mimeType,
    byteLength,
    width,
    height,
    durationSeconds,
    poster: still,
    isToConvert: hasFfmpeg && !(facts && playsEverywhere(facts)),
  };
}

export interface AddedVideo {
  id: number;
  video: VideoRow;
  picture: PictureRow | null;
}

/**
 * Inserts the row of a stored video and enqueues its conversion. Call it in the transaction that
 * attaches it.
 * @param isNotified whether its owner is notified when it can be played
 */
export async function addVideo(
  tx: Tx,
  ownerId: number,
  stored: StoredVideo,
  { isNotified = true } = {},
): Promise<AddedVideo> {
  const { hash, mimeType, byteLength, width, height, durationSeconds, poster, isToConvert } =
    stored;
  const details: VideoDetails = {
    ...(durationSeconds ? { durationSeconds } : {}),
    ...(poster ? { poster: { width: poster.width, height: poster.height } } : {}),
    ...(isToConvert ? { state: 'processing' } : {}),
  };
  const [row] = await tx.execute<{ id: number; widths: number[] }>(sql`
    insert into media (
      owner_id, kind, content_hash, poster_hash, mime_type, byte_length, width, height,
      variant_widths, placeholder, details
    )
    values (
      ${ownerId}, 'video', ${hash}, ${poster?.hash ?? null}, ${mimeType}, ${byteLength}, ${width},
      ${height},
        -- The same still again: what was made of it is there.
      coalesce(
        (
          select variant_widths
          from media same
          where same.poster_hash = ${poster?.hash ?? null}
            and same.variant_widths <> '{}'
          limit 1
        ),
        '{}'
      ),
      ${poster?.placeholder ?? ''}, ${JSON.stringify(details)}::jsonb
    )
    returning id, variant_widths as widths`);
  const { id, widths } = row!;
  if (isToConvert || (!poster && findFfmpeg()))
    await enqueue(tx, videoQueue, { mediaId: id, isNotified }, { maxSeconds: longestConversion });
  if (poster && !widths.length && widthsFor(poster.width).length)
    await enqueue(tx, imageVariantsQueue, { mediaIds: [id] });
  return {
    id,
    video: { width, height, details },
    picture: poster
      ? {
          id,
          width: poster.width,
          height: poster.height,
          widths,
          placeholder: poster.placeholder,
          alt: '',
        }
      : null,
  };
}
