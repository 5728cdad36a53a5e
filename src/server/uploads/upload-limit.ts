import { tooMany, unavailable } from '#server/errors.ts';
import { checkLimits, consume } from '#server/limits.ts';

const maxUploads = { member: 4, all: 24 };
const running = new Map<number, number>();
let all = 0;

/**
 * Throws 429 if a limit of the member is reached.
 * @param kind the limit that the call counts against as well
 */
export const checkUploadLimits = (memberId: number, kind: string | undefined): Promise<void> =>
  checkLimits(
    ['uploadFiles', memberId],
    ['uploadKilobytes', memberId],
    ...(kind ? [[kind, memberId] as const] : []),
  );

/**
 * Admits an upload of a member. Throws 429 when four of their uploads are in progress; 503 when this
 * process receives enough. Call the returned function when the upload has ended. Takes no time, so
 * that nobody who stopped waiting leaves a slot taken.
 */
export function enterUpload(memberId: number): () => void {
  const own = running.get(memberId) ?? 0;
  if (own >= maxUploads.member) throw tooMany(5);
  if (all >= maxUploads.all) throw unavailable(10);
  running.set(memberId, own + 1);
  all++;
  let isOpen = true;
  return () => {
    if (!isOpen) return;
    isOpen = false;
    all--;
    const left = running.get(memberId)! - 1;
    if (left) running.set(memberId, left);
    else running.delete(memberId);
  };
}

/** Received files and bytes of an upload, also of an aborted or refused one. */
export interface UploadTotals {
  files: number;
  bytes: number;
}

/** Counts the upload; throws 429 above the limit. */
export const countUpload = (memberId: number, { files, bytes }: UploadTotals): Promise<void> =>
  consume(['uploadFiles', memberId, files], ['uploadKilobytes', memberId, Math.ceil(bytes / 1024)]);
