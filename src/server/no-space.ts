import { statfsSync } from 'node:fs';
import { join } from 'node:path';

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

/** PostgreSQL writes its log in files of 16 MB, and ends itself where it cannot begin the next. */
const logFileBytes = 16 * 1024 * 1024;

/**
 * Whether the embedded database, which is away, has no room for its log. One on another machine
 * cannot be asked.
 */
export function isDatabaseDiskFull(dataDir: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(join(dataDir, 'postgres/data/pg_wal'));
    return bavail * bsize < logFileBytes;
  } catch {
    return false;
  }
}
