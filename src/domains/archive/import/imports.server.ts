import { randomBytes } from 'node:crypto';
import { lockMember } from '#domains/auth/member-lock.server.ts';
import { brokenUnique } from '#domains/auth/members.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { invalid, notFound } from '#server/errors.ts';
import type { UploadRequest } from '#server/handle.ts';
import { enqueue } from '#server/jobs.ts';
import { log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import { storage } from '#server/storage/storage.ts';
import type { FileRules } from '#server/uploads/uploads.ts';
import { countArchive, openArchive } from './read-archive.server.ts';

export const importQueue = 'import';
/** The job's. Cut off, it goes on where it was. */
const longestWork = 6 * 60 * 60;

export const archiveFiles: FileRules = { fields: /^archive$/, takes: 'an archive', most: 1 };

export interface Import extends Record<string, unknown> {
  id: number;
  state: 'receiving' | 'working' | 'done' | 'failed' | 'cancelled';
  total: number;
  done: number;
  posts: number;
  albums: number;
  leftOut: number;
  problem: string;
  /** Its end is still being seen to: what had come of a cancelled one goes. */
  isEnding: boolean;
}

/**
 * The last one, for as long as its outcome is told. One that is still being received is none yet.
 */
export async function findLatestImport(member: Member): Promise<Import | undefined> {
  const [row] = await db.execute<Import>(sql`
    select id, state, total, done, posts, albums, left_out as "leftOut", problem, state <> 'working'
      and file_name <> '' as "isEnding"
    from imports
    where member_id = ${member.id} and state <> 'receiving'
    order by id desc
    limit 1`);
  return row;
}

/**
 * An account into which an archive may come has nothing of its own yet: what is there and what
 * comes would stand mixed for good.
 */
export async function isEmptyAccount(member: Member, tx: Tx = db): Promise<boolean> {
  const [row] = await tx.execute<{ isEmpty: boolean }>(sql`
    select not (
      exists (
        select from posts where author_id = ${member.id} and album_id is null and friend_id is null
      )
      or exists (select from scheduled_posts where author_id = ${member.id})
      or exists (select from albums where owner_id = ${member.id} and type is null)
    ) as "isEmpty"`);
  return row!.isEmpty;
}

const isUnderWay = () => invalid('An archive is being brought in already.', 'archive');

async function checkAccount(member: Member, tx?: Tx): Promise<void> {
  const [current] = await (tx ?? db).execute(
    sql`select 1 from imports where member_id = ${member.id} and state = 'working'`,
  );
  if (current) throw isUnderWay();
  if (!(await isEmptyAccount(member, tx)))
    throw invalid(
      'This account is not empty: an archive can only come into one without posts and albums of its own.',
      'archive',
    );
}

/** A row first, so that no file is ever in the storage without one that the sweep finds. */
async function reserve(member: Member): Promise<{ id: number; fileName: string }> {
  const fileName = `imports/${randomBytes(16).toString('hex')}.zip`;
  // Of a process that was ended while it was putting one away.
  await db.execute(
    sql`
      update imports
      set state = 'failed', finished_at = ${now()}
      where member_id = ${member.id}
        and state = 'receiving'
        and created_at <= ${now()} - interval '20 minutes'`,
  );
  try {
    const [row] = await db.execute<{ id: number }>(
      sql`
        insert into imports (member_id, file_name, created_at)
        values (${member.id}, ${fileName}, ${now()})
        returning id`,
    );
    return { id: row!.id, fileName };
  } catch (error) {
    if (brokenUnique(error) === 'imports_one_at_a_time') throw isUnderWay();
    throw error;
  }
}

/**
 * Takes an archive that has been received: refused before anything is kept unless it can be
 * understood to its end and the account is empty. What is in it comes with the job.
 */
export async function startImport(
  member: Member,
  { files }: Pick<UploadRequest, 'files'>,
): Promise<void> {
  const [file] = files;
  if (!file) throw invalid('No archive selected!', 'archive');
  await checkAccount(member);
  const archive = await openArchive(file.path);
  const total = await countArchive(archive).finally(() => archive.close());
  const { id, fileName } = await reserve(member);
  const store = await storage();
  try {
    await store.put(fileName, file.path, 'application/zip');
    await db.transaction(async (tx) => {
      await lockMember(tx, member.id);
      await checkAccount(member, tx);
      await tx.execute(
        sql`update imports set state = 'working', total = ${total} where id = ${id}`,
      );
      await enqueue(tx, importQueue, { importId: id }, { longest: longestWork });
    });
  } catch (error) {
    await store.remove(fileName).catch(() => undefined);
    await db.execute(sql`delete from imports where id = ${id} and state = 'receiving'`);
    throw error;
  }
  log('info', 'import begun', { member: member.id, bytes: file.size });
}

/** Stops it; what has come of it so far goes again. Not found when none is under way. */
export async function cancelImport(member: Member): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.execute<{ id: number }>(sql`
      update imports
      set state = 'cancelled', finished_at = ${now()}
      where member_id = ${member.id} and state = 'working'
      returning id`);
    if (!row) throw notFound();
    await enqueue(tx, importQueue, { importId: row.id });
  });
}
