import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { contentFile } from '#server/media-files.ts';
import { sql } from '#server/sql.ts';
import { storage } from '#server/storage/storage.ts';

export interface MadeFile {
  /** File name within its content, such as `original.webp`. */
  name: string;
  path: string;
  type: string;
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/**
 * Stores the files of one content. Records them in the database as orphaned first, so that a crash
 * or a post that is never written leaves no file behind; waits while the same content is pruned.
 */
export async function storeBlob(hash: string, files: MadeFile[]): Promise<void> {
  await db.execute(sql`
    insert into orphaned_blobs as l (content_hash, remove_after)
    values (${hash}, ${now()} + interval '24 hours')
    on conflict (content_hash)
    do update set remove_after = greatest(l.remove_after, excluded.remove_after)`);
  const store = await storage();
  for (const { name, path, type } of files) await store.put(contentFile(hash, name), path, type);
}

/** Copies a stored file to disk, for a program that works on files. False if it does not exist. */
export async function fetchBlob(hash: string, name: string, path: string): Promise<boolean> {
  const opened = await (await storage()).open(contentFile(hash, name));
  if (!opened || opened === 'unmet') return false;
  await pipeline(opened.stream, createWriteStream(path, { mode: 0o600 }));
  return true;
}
