/** Codes of a full disk or quota, of the system and of PostgreSQL (disk_full). */
const codes = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Codes of stores that have no room: MinIO, Ceph and Swift. */
const storeCodes = new Set([
  'XMinioStorageFull',
  'QuotaExceeded',
  'StorageFull',
  'InsufficientStorage',
]);

interface Failure {
  code?: unknown;
  name?: unknown;
  cause?: unknown;
  $metadata?: { httpStatusCode?: number };
}

/** Whether something failed because a disk, or the bucket, is full. */
export function isNoSpace(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, name, cause, $metadata } = error as Failure;
  if (codes.has(String(code)) || storeCodes.has(String(name)) || $metadata?.httpStatusCode === 507)
    return true;
  return cause !== undefined && isNoSpace(cause);
}

/** The same of what another program complains of. */
export const saysNoSpace = (complaint: string): boolean =>
  /No space left on device|Disk quota exceeded/.test(complaint);

/** As the system's own error, for a program of ours that met it in a process of its own. */
export const noSpace = (): Error =>
  Object.assign(new Error('No space left on device'), { code: 'ENOSPC' });

/** For `catch`: another failure is nothing to stop for, a full disk is. */
export function unlessNoSpace(error: unknown): undefined {
  if (isNoSpace(error)) throw error;
  return undefined;
}
