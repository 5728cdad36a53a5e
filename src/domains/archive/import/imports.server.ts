import { randomBytes } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { lockMember } from '#domains/members/members.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { violatedUnique } from '#server/database-errors.ts';
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
/** Options of the job. If interrupted, it continues. */
const longestWork = 6 * 60 * 60;

export const archiveFiles: FileRules = { fields: /^archive$/, takes: 'an archive', max: 1 };

export interface Import extends Record<string, unknown> {
  id: number;
  state: 'receiving' | 'working' | 'done' | 'failed' | 'cancelled';
  total: number;
  done: number;
  posts: number;
  albums: number;
  leftOut: number;
  problem: string;
  /** Whether the end is still being processed: the items of a cancelled one are deleted. */
  isEnding: boolean;
}

/** The last import, as long as its result is shown. One still being received does not count yet. */
export async function findLatestImport(member: Member): Promise<Import | undefined> {
  const [row] = await db.execute<Import>(sql`
    select id, state, total, done, posts, albums, left_out as "leftOut", problem, state <> 'working'
      and file_name <> '' as "isEnding"
    from imports
    where member_id = ${member.id}
      and state <> 'receiving'
    order by id desc
    limit 1`);
  return row;
}

/**
 * An account can import only while it has nothing of its own: existing and imported items could not
 * be distinguished later.
 */
export async function isEmptyAccount(member: Member, tx: Tx = db): Promise<boolean> {
  const [row] = await tx.execute<{ isEmpty: boolean }>(sql`
    select not (
      exists (
        select from posts
        where author_id = ${member.id}
          and album_id is null
          and friend_id is null
          and item_id is null
      )
      or exists (select from scheduled_posts where author_id = ${member.id})
      or exists (
        select from albums
        where owner_id = ${member.id}
          and type is null
          and container_id is null
      )
    ) as "isEmpty"`);
  return row!.isEmpty;
}

const isUnderWay = () => invalid('An archive is already being imported.', 'archive');

async function checkAccount(member: Member, tx?: Tx): Promise<void> {
  const [current] = await (tx ?? db).execute(
    sql`
      select 1
      from imports
      where member_id = ${member.id}
        and state = 'working'`,
  );
  if (current) throw isUnderWay();
  if (!(await isEmptyAccount(member, tx)))
    throw invalid(
      'You can only import an archive into an account without posts and albums, and this one has some.',
      'archive',
    );
}

/**
 * Leaves an archive that is not imported to pruning, which removes file and row: nothing of it keeps
 * the member from sending one.
 */
const abandon = (which: SQL) =>
  db.execute(sql`
    update imports
    set member_id = null
    where state = 'receiving'
      and ${which}`);

/** Inserts the row first, so that every file in the storage has a row that pruning finds. */
async function reserve(member: Member): Promise<{ id: number; fileName: string }> {
  const fileName = `imports/${randomBytes(16).toString('hex')}.zip`;
  // The one before failed without a connection to the database, or is given up now.
  await abandon(sql`member_id = ${member.id}`);
  try {
    const [row] = await db.execute<{ id: number }>(
      sql`
        insert into imports (member_id, file_name, created_at)
        values (${member.id}, ${fileName}, ${now()})
        returning id`,
    );
    return { id: row!.id, fileName };
  } catch (error) {
    if (violatedUnique(error) === 'imports_one_at_a_time') throw isUnderWay();
    throw error;
  }
}

/**
 * Accepts an uploaded archive: refused before anything is stored unless all of it is readable and
 * the account is empty. The job imports its content.
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
      const begun = await tx.execute(sql`
        update imports
        set state = 'working', total = ${total}
        where id = ${id}
          and member_id = ${member.id}
          and state = 'receiving'
        returning 1`);
      if (!begun.length) throw isUnderWay();
      await enqueue(tx, importQueue, { importId: id }, { maxSeconds: longestWork });
    });
  } catch (error) {
    await store.remove(fileName).catch(() => undefined);
    await abandon(sql`id = ${id}`);
    throw error;
  }
  log('info', 'import begun', { member: member.id, bytes: file.size });
}

/** Cancels the import; the items imported so far are deleted. Not found if none is running. */
export async function cancelImport(member: Member): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.execute<{ id: number }>(sql`
      update imports
      set state = 'cancelled', finished_at = ${now()}
      where member_id = ${member.id}
        and state = 'working'
      returning id`);
    if (!row) throw notFound();
    await enqueue(tx, importQueue, { importId: row.id });
  });
}
