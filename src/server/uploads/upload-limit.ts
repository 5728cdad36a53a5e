import { tooMany, unavailable } from '#server/errors.ts';
import { checkLimits, consume } from '#server/limits.ts';

const maxUploads = { member: 4, all: 24 };
const running = new Map<number, number>();
let all = 0;

/**
 * Admits an upload of a member. Throws 429 when a limit is reached or four of their uploads are in
 * progress; 503 when this process receives enough. Call the returned function when the upload has
 * ended.
 * @param kind the limit that the call counts against as well
 */
export async function createUploadLimit(
  memberId: number,
  kind: string | undefined,
): Promise<() => void> {
  await checkLimits(
    ['uploadFiles', memberId],
    ['uploadKilobytes', memberId],
    ...(kind ? [[kind, memberId] as const] : []),
  );
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
