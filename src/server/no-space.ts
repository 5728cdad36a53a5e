/** Codes of a full disk or quota, from the system and PostgreSQL (disk_full). */
const codes = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Codes of a full object store: MinIO, Ceph and Swift. */
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

/** Whether another program's error output reports a full disk. */
export const reportsNoSpace = (text: string): boolean =>
  /No space left on device|Disk quota exceeded/.test(text);

/** The system's error, for a full disk met in a child process. */
export const noSpace = (): Error =>
  Object.assign(new Error('No space left on device'), { code: 'ENOSPC' });
