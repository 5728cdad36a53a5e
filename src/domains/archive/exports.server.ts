import { randomBytes } from 'node:crypto';
import { needPassword } from '#domains/auth/verify-password.server.ts';
import { lockMember } from '#domains/members/members.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { invalid } from '#server/errors.ts';
import { enqueue } from '#server/jobs.ts';
import { consumeIn } from '#server/limits.ts';
import { log } from '#server/log.ts';
import { attemptEach } from '#server/prune.ts';
import { sql } from '#server/sql.ts';
import { storage } from '#server/storage/storage.ts';

export const exportQueue = 'export';
/** Options of the job. If interrupted, it starts again. */
const longestWork = 2 * 60 * 60;
/** Days for which it can be downloaded (security.md, section 11). */
export const downloadDays = 7;

export interface Export {
  id: number;
  state: 'working' | 'ready' | 'failed';
  progress: number;
  byteLength: number;
  fileName: string;
  expiresAt: Date;
}

interface ExportRow extends Record<string, unknown>, Omit<Export, 'expiresAt'> {
  expiresAt: string;
}

const columns = sql.raw(
  'id, state, progress, byte_length as "byteLength", file_name as "fileName", expires_at as "expiresAt"',
);
const asExport = (row: ExportRow | undefined): Export | undefined =>
  row && { ...row, expiresAt: new Date(row.expiresAt) };

/** The newest archive that has not expired. */
export async function findLatestExport(member: Member): Promise<Export | undefined> {
  const [row] = await db.execute<ExportRow>(
    sql`
      select ${columns}
      from exports
      where member_id = ${member.id}
        and expires_at > ${now()}
      order by id desc
      limit 1`,
  );
  return asExport(row);
}

/** A finished archive, for its owner only. */
export async function findExport(member: Member, id: number): Promise<Export | undefined> {
  const [row] = await db.execute<ExportRow>(
    sql`
      select ${columns}
      from exports
      where id = ${id}
        and member_id = ${member.id}
        and state = 'ready'
        and expires_at > ${now()}`,
  );
  return asExport(row);
}

/**
 * Starts an export; the previous one is deleted when it expires. Asks for the password: a session
 * alone must not give access to everything.
 */
export async function startExport(member: Member, password: string | undefined): Promise<void> {
  await needPassword(member, password);
  await db.transaction(async (tx) => {
    await lockMember(tx, member.id);
    const working = await tx.execute(
      sql`
        select 1
        from exports
        where member_id = ${member.id}
          and state = 'working'
          and expires_at > ${now()}`,
    );
    if (working.length) throw invalid('Your archive is already being made.');
    await consumeIn(tx, ['export', member.id]);
    const [row] = await tx.execute<{ id: number }>(sql`
      insert into exports (member_id, file_name, created_at, expires_at)
      values (
        ${member.id}, ${`exports/${randomBytes(16).toString('hex')}.zip`}, ${now()},
        ${now()} + make_interval(days => ${downloadDays})
      )
      returning id`);
    await enqueue(tx, exportQueue, { exportId: row!.id }, { maxSeconds: longestWork });
  });
  log('info', 'export begun', { member: member.id });
}

/**
 * Deletes expired archives and those of deleted members. The file first: if interrupted, the next
 * pruning finds the row again.
 */
export async function pruneExports(): Promise<void> {
  await db.execute(
    sql`
      update exports
      set state = 'failed'
      where state = 'working'
        and created_at <= ${now()} - interval '1 day'`,
  );
  const over = await db.execute<{ id: number; fileName: string }>(sql`
    select id, file_name as "fileName"
    from exports
    where expires_at <= ${now()} or member_id is null
    order by id
    limit 500`);
  const store = await storage();
  await attemptEach(over, async ({ id, fileName }) => {
    await store.remove(fileName);
    await db.execute(sql`delete from exports where id = ${id}`);
  });
}
