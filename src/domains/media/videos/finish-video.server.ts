import { join } from 'node:path';
import { fetchBlob, hashFile, storeBlob } from '#domains/media/blob-store.server.ts';
import { widthsFor } from '#domains/media/media.rules.ts';
import type { VideoDetails } from '#domains/media/media.table.ts';
import { imageVariantsQueue } from '#domains/media/photos.server.ts';
import {
  notificationCtes,
  type NotifyOptions,
} from '#domains/notifications/create-notification.server.ts';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import { db, type Tx } from '#server/db.ts';
import { HttpError } from '#server/errors.ts';
import { enqueue } from '#server/jobs.ts';
import { findLocated, isContextSeen, locatedContext } from '#server/located.ts';
import { sql } from '#server/sql.ts';
import { workFolder } from '#server/uploads/work-folder.ts';
import { convertVideo, takePoster } from '#server/videos/ffmpeg.ts';
import type { VideoFacts } from '#server/videos/task.ts';
import { rewriteVideo } from '#server/videos/videos.ts';
import { storePoster, type StoredPoster } from './videos.server.ts';

interface Unfinished extends Record<string, unknown> {
  ownerId: number;
  hash: string;
  posterHash: string | null;
  mimeType: string;
  details: VideoDetails;
}

interface Converted extends VideoFacts {
  hash: string;
  path: string;
}

interface Work {
  input: string;
  kind: 'mp4' | 'mov' | 'webm';
  folder: string;
  signal: AbortSignal;
}

const kinds: Record<string, Work['kind']> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
};

/** For `catch`: nothing comes of a file that cannot be read; any other error fails the job. */
function ifUnreadable(error: unknown): undefined {
  if (!(error instanceof HttpError && error.code === 'invalid_file')) throw error;
}

/** Undefined if ffmpeg cannot read it, or its output is no video. */
async function convert({ input, kind, folder, signal }: Work): Promise<Converted | undefined> {
  const output = join(folder, 'converted');
  if (!(await convertVideo({ input, kind, signal }, output))) return undefined;
  // Rewritten by our own code like every other video, so that it contains no metadata.
  const facts = await rewriteVideo({ input: output, kind: 'mp4', folder }).catch(ifUnreadable);
  if (!facts) return undefined;
  const path = join(folder, 'video');
  return { ...facts, path, hash: await hashFile(path) };
}

/** One second in: the first picture is often black. */
async function posterOf(
  { folder, ...source }: Work,
  durationSeconds: number,
): Promise<StoredPoster | undefined> {
  const still = join(folder, 'still.png');
  if (!(await takePoster(source, Math.min(1, durationSeconds / 2), still))) return undefined;
  return storePoster(still, 'png', join(folder, 'poster')).catch(ifUnreadable);
}

/**
 * The job: converts a video that not every browser plays, and extracts its poster if it has none.
 * It can be run again after an interruption; the old files are removed like all content without a
 * row.
 */
export async function finishVideo(
  { mediaId, isNotified = true }: { mediaId: number; isNotified?: boolean },
  signal: AbortSignal,
): Promise<void> {
  const [row] = await db.execute<Unfinished>(sql`
    select owner_id as "ownerId", content_hash as hash, poster_hash as "posterHash",
      mime_type as "mimeType", details
    from media
    where id = ${mediaId}
      and kind = 'video'
      and (poster_hash is null or details ->> 'state' = 'processing')`);
  if (!row) return;
  const folder = await workFolder();
  try {
    const work: Work = {
      input: join(folder.path, 'source'),
      kind: kinds[row.mimeType] ?? 'mp4',
      folder: folder.path,
      signal,
    };
    if (!(await fetchBlob(row.hash, 'video', work.input))) return;
    const isToConvert = row.details.state === 'processing';
    const converted = isToConvert ? await convert(work) : undefined;
    const durationSeconds = converted?.durationSeconds ?? row.details.durationSeconds ?? 0;
    const poster = row.posterHash
      ? undefined
      : await posterOf(
          converted ? { ...work, input: converted.path, kind: 'mp4' } : work,
          durationSeconds,
        );
    if (converted)
      await storeBlob(converted.hash, [{ name: 'video', path: converted.path, type: 'video/mp4' }]);
    await saveResult(mediaId, row, { converted, poster, isNotified });
  } finally {
    await folder.remove();
  }
}

/**
 * A video that could not be converted still plays in some browsers, unless only ffmpeg can read it.
 */
const stateAfter = ({ state, durationSeconds }: VideoDetails, converted: Converted | undefined) =>
  state !== 'processing' || converted || durationSeconds ? undefined : 'failed';

/** The context is the post; a video that is not attached yet has no page to link to. */
async function notifyOwner(
  tx: Tx,
  ownerId: number,
  mediaId: number,
  isReady: boolean,
): Promise<void> {
  const owner = viewerFromColumn(sql`${ownerId}::bigint`);
  const recipients = sql`
    select ${ownerId}::bigint, ${isReady ? 'video_processed' : 'video_processed_failed'}, 'video',
      ${mediaId}::bigint, 1, '', 0::bigint`;
  const item = await findLocated(tx, { type: 'video', id: mediaId });
  if (!item) return;
  const context = sql`
    select seen.*
    from (${locatedContext(owner, item)}) seen (type, id)
    where seen.type = 'post'`;
  const options: NotifyOptions = {
    context,
    isToActor: true,
    isSeen: (recipient, { type, id }) => isContextSeen(recipient, item, type, id),
    types: [isReady ? 'video_processed' : 'video_processed_failed'],
  };
  await tx.execute(sql`with ${notificationCtes(owner, recipients, options)} select 1`);
}

/** In one transaction, and only if the video has not changed meanwhile. */
async function saveResult(
  mediaId: number,
  before: Unfinished,
  {
    converted,
    poster,
    isNotified,
  }: { converted: Converted | undefined; poster: StoredPoster | undefined; isNotified: boolean },
): Promise<void> {
  const { state: _, ...otherDetails } = before.details;
  const state = stateAfter(before.details, converted);
  const details: VideoDetails = {
    ...otherDetails,
    ...(converted ? { durationSeconds: converted.durationSeconds } : {}),
    ...(poster ? { poster: { width: poster.width, height: poster.height } } : {}),
    ...(state ? { state } : {}),
  };
  await db.transaction(async (tx) => {
    const changed = await tx.execute(sql`
      update media
      set details = ${JSON.stringify(details)}::jsonb,
        content_hash = coalesce(${converted?.hash ?? null}, content_hash),
        mime_type = case when ${converted !== undefined} then 'video/mp4' else mime_type end,
        byte_length = coalesce(${converted?.byteLength ?? null}::bigint, byte_length),
        width = coalesce(${converted?.width ?? null}::int, width),
        height = coalesce(${converted?.height ?? null}::int, height),
        poster_hash = coalesce(poster_hash, ${poster?.hash ?? null}),
        placeholder = coalesce(${poster?.placeholder ?? null}, placeholder)
      where id = ${mediaId}
        and content_hash = ${before.hash}
      returning 1`);
    if (changed.length && isNotified && before.details.state === 'processing')
      await notifyOwner(tx, before.ownerId, mediaId, state === undefined);
    if (changed.length && poster && widthsFor(poster.width).length)
      await enqueue(tx, imageVariantsQueue, { mediaIds: [mediaId] });
  });
}
