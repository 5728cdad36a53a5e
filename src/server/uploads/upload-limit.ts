import { tooMany, unavailable } from '#server/errors.ts';
import { consume, refuseUsedUp, type LimitName } from '#server/limits.ts';

const atOnce = { member: 4, all: 24 };
const running = new Map<number, number>();
let all = 0;

/**
 * May this member send files now? Throws 429 when a limit is used up, and when four of their
 * uploads are under way; 503 when this process receives enough. Call what it gives when the upload
 * has ended.
 * @param kind the limit that the call counts against as well
 */
export async function createUploadLimit(
  memberId: number,
  kind: LimitName | undefined,
): Promise<() => void> {
  await refuseUsedUp(
    ['uploadFiles', memberId],
    ['uploadKilobytes', memberId],
    ...(kind ? [[kind, memberId] as const] : []),
  );
  const own = running.get(memberId) ?? 0;
  if (own >= atOnce.member) throw tooMany(5);
  if (all >= atOnce.all) throw unavailable(10);
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

/** What came of an upload, also of one that was cut off or refused. */
export interface UploadTally {
  files: number;
  bytes: number;
}

/** Counts it; throws 429 if it was too much. */
export const countUpload = (memberId: number, { files, bytes }: UploadTally): Promise<void> =>
  consume(['uploadFiles', memberId, files], ['uploadKilobytes', memberId, Math.ceil(bytes / 1024)]);
