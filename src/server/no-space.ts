/** Codes of a full disk or quota, of the system and of PostgreSQL (disk_full). */
const codes = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Codes of stores that have no room: MinIO, Ceph and Swift. */
const storeCodes = new Set(['XMinioStorageFull', 'QuotaExceeded', 'StorageFull', 'InsufficientStorage']);

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
  if (codes.has(String(code)) || storeCodes.has(String(name)) || $metadata?.httpStatusCode === 507) return true;
  return cause !== undefined && isNoSpace(cause);
}
