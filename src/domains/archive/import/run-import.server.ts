import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { findActiveMember } from '#domains/archive/make-export.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { httpError, HttpError } from '#server/errors.ts';
import { log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import { storage } from '#server/storage/storage.ts';
import { workFolder } from '#server/uploads/work-folder.ts';
import { prepareAlbum } from './import-album.server.ts';
import { preparePost, prepareScheduled, type Prepared } from './import-post.server.ts';
import { prepareProfile } from './import-profile.server.ts';
import { openArchive, type Archive } from './read-archive.server.ts';
import { endImport } from './undo-import.server.ts';

interface Work extends Record<string, unknown> {
  id: number;
  memberId: number;
  fileName: string;
  done: number;
  total: number;
}

/** Another worker has the import, or it was cancelled. */
class Superseded extends Error {}

/**
 * Writes one item and counts it in the same transaction, so each is imported once, however often
 * the job is interrupted.
 */
async function importItem(work: Work, { leftOut, write }: Prepared): Promise<void> {
  await db.transaction(async (tx) => {
    const isLast = work.done + 1 === work.total;
    const claimed = await tx.execute(sql`
      update imports
      set done = done + 1, left_out = left_out + ${leftOut}, state = ${isLast ? 'done' : 'working'},
        finished_at = ${isLast ? now() : null}
      where id = ${work.id}
        and state = 'working'
        and done = ${work.done}
      returning 1`);
    if (!claimed.length) throw new Superseded();
    const created = await write?.(tx);
    if (!created) return;
    await tx.execute(
      sql`
        insert into import_items (import_id, type, item_id)
        values (${work.id}, ${created.type}, ${created.id})`,
    );
    await tx.execute(
      created.type === 'album'
        ? sql`update imports set albums = albums + 1 where id = ${work.id}`
        : sql`update imports set posts = posts + 1 where id = ${work.id}`,
    );
  });
  work.done += 1;
}

/**
 * Albums, posts, scheduled posts, and last the profile, so that the account of a cancelled import
 * is unchanged.
 */
async function importAll(
  archive: Archive,
  member: Member,
  work: Work,
  signal: AbortSignal,
): Promise<void> {
  let passed = 0;
  const isDone = () => {
    signal.throwIfAborted();
    return passed++ < work.done;
  };
  let ownId = 0;
  for await (const profile of archive.items('profile.json')) ownId = profile.id;
  for await (const album of archive.items('albums.json'))
    if (!isDone()) await importItem(work, await prepareAlbum(archive, member, album, signal));
  for await (const post of archive.items('posts.json'))
    if (!isDone()) await importItem(work, await preparePost(archive, member, post, ownId));
  for await (const later of archive.items('scheduled-posts.json'))
    if (!isDone()) await importItem(work, await prepareScheduled(archive, member, later, ownId));
  if (!isDone()) await importItem(work, await prepareProfile(archive, member));
}

const missing = () =>
  httpError('invalid_file', 'The archive is no longer there. Please upload it again.');

async function fetchArchive(name: string, path: string): Promise<void> {
  const opened = name && (await (await storage()).open(name));
  if (!opened || opened === 'unmet') throw missing();
  await pipeline(opened.stream, createWriteStream(path, { mode: 0o600 }));
}

async function workThrough(work: Work, member: Member, signal: AbortSignal): Promise<void> {
  const folder = await workFolder();
  let archive: Archive | undefined;
  try {
    const path = join(folder.path, 'archive.zip');
    await fetchArchive(work.fileName, path);
    archive = await openArchive(path);
    await importAll(archive, member, work, signal);
    log('info', 'import done', { member: member.id, things: work.total });
  } catch (error) {
    if (error instanceof Superseded) return;
    // An error in the archive repeats with every attempt.
    if (!(error instanceof HttpError) || error.status >= 500) throw error;
    log('warn', 'import failed', { member: member.id, code: error.code });
    await db.execute(
      sql`
        update imports
        set state = 'failed', finished_at = ${now()}, problem = ${error.message}
        where id = ${work.id}
          and state = 'working'`,
    );
  } finally {
    archive?.close();
    await folder.remove();
  }
}

/**
 * The job. If interrupted anywhere, it continues after the last imported item. A cancelled import
 * is undone.
 */
export async function runImport(importId: number, signal: AbortSignal): Promise<void> {
  const [work] = await db.execute<Work>(sql`
    select id, member_id as "memberId", file_name as "fileName", done, total
    from imports
    where id = ${importId}
      and state = 'working'
      and member_id is not null`);
  const member = work && (await findActiveMember(work.memberId));
  if (work && member) await workThrough(work, member, signal);
  await endImport(importId);
}
