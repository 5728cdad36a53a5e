import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import { sendAuthMail } from '#domains/auth/auth-mails.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import { storage } from '#server/storage/storage.ts';
import { workFolder } from '#server/uploads/work-folder.ts';
import { exportSections, type ExportSection } from './export-sections.server.ts';
import { listFiles, type ArchivedFile } from './files.server.ts';

const rowsAtOnce = 500;
/** Interval of progress updates in the row, in milliseconds. */
const progressInterval = 1_000;

/** A JSON list, read and written a few hundred rows at a time. */
async function* jsonOf({ rows }: ExportSection): AsyncGenerator<string> {
  let after = '';
  let isFirst = true;
  yield '[';
  for (;;) {
    const found = await db.execute<{ key: string; item: unknown }>(
      sql`
        select key, item
        from (${rows}) as part (key, item)
        where key > ${after}
        order by key
        limit ${rowsAtOnce}`,
    );
    for (const { item } of found) {
      yield `${isFirst ? '\n' : ',\n'}${JSON.stringify(item)}`;
      isFirst = false;
    }
    if (found.length < rowsAtOnce) break;
    after = found.at(-1)!.key;
  }
  yield '\n]\n';
}

/**
 * The bytes of a stored file; a missing one becomes an empty entry instead of ending the whole
 * export.
 */
async function openFile({ stored }: ArchivedFile): Promise<Readable> {
  const opened = await (await storage()).open(stored);
  return opened && opened !== 'unmet' ? opened.stream : Readable.from([]);
}

const about = (
  member: Member,
) => `These are the data of ${member.displayname} from ${env().SITE_NAME} (${env().PUBLIC_ORIGIN}).

Each .json file is a list. All times are in UTC. Photos and videos are in the folder "files", under the names
that the lists use. What other people wrote is not included, except the messages in your conversations. Stories are not
included either: they end after 24 hours, and this archive stays available for longer.
`;

interface Entry {
  name: string;
  open: () => Promise<Readable>;
  /** Pictures and videos are compressed already. */
  compress: boolean;
}

async function writeZip(
  path: string,
  entries: Entry[],
  onDone: (count: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  // A read error ends the export: an incomplete archive is useless.
  zip.on('error', (error: Error) => output.destroy(error));
  let done = 0;
  for (const { name, open: openEntry, compress } of entries) {
    zip.addReadStreamLazy(name, { compress }, (answer) => {
      openEntry().then(
        (stream) => {
          stream.once('end', () => onDone((done += 1)));
          answer(null, stream);
        },
        (error: unknown) => answer(error, undefined as never),
      );
    });
  }
  zip.end();
  await pipeline(output, createWriteStream(path, { mode: 0o600 }), { signal });
}

interface Work extends Record<string, unknown> {
  memberId: number;
  fileName: string;
}

/** The member as viewer for the job, which has no session. */
export async function findActiveMember(id: number): Promise<Member | undefined> {
  const [row] = await db.execute<Omit<Member, 'kind' | 'sessionId'> & Record<string, unknown>>(sql`
    select id, displayname, username, avatar, role, timezone
    from members
    where id = ${id}
      and status = 'active'`);
  return row && { ...row, kind: 'member', sessionId: 0 };
}

/**
 * The job. If interrupted anywhere, it starts again and ends with one archive under the same name;
 * nobody gets an incomplete one.
 */
export async function makeExport(exportId: number, signal: AbortSignal): Promise<void> {
  const [work] = await db.execute<Work>(sql`
    select member_id as "memberId", file_name as "fileName"
    from exports
    where id = ${exportId}
      and state = 'working'
      and member_id is not null
      and expires_at > ${now()}`);
  const member = work && (await findActiveMember(work.memberId));
  if (!work || !member) return;
  const folder = await workFolder();
  try {
    const path = join(folder.path, 'archive.zip');
    const files = await listFiles(member);
    const entries: Entry[] = [
      { name: 'README.txt', compress: true, open: async () => Readable.from([about(member)]) },
      ...exportSections(member).map((part) => ({
        name: part.name,
        compress: true,
        open: async () => Readable.from(jsonOf(part)),
      })),
      ...files.map((file) => ({ name: file.name, compress: false, open: () => openFile(file) })),
    ];
    let reportedAt = 0;
    const reportProgress = (count: number) => {
      if (Date.now() - reportedAt < progressInterval) return;
      reportedAt = Date.now();
      // Not awaited: the progress must not slow down the export.
      db.execute(
        sql`
          update exports
          set progress = ${Math.floor((count / entries.length) * 99)}
          where id = ${exportId}
            and state = 'working'`,
      ).catch(() => undefined);
    };
    await writeZip(path, entries, reportProgress, signal);
    const handle = await open(path);
    const { size } = await handle.stat();
    await handle.close();
    await (await storage()).put(work.fileName, path, 'application/zip');
    await db.transaction(async (tx) => {
      const ready = await tx.execute(sql`
        update exports
        set state = 'ready', progress = 100, byte_length = ${size}, ready_at = ${now()}
        where id = ${exportId}
          and state = 'working'
        returning 1`);
      if (ready.length) await sendAuthMail(tx, { about: 'export-ready', memberId: member.id });
    });
    log('info', 'export ready', { member: member.id, bytes: size, files: files.length });
  } finally {
    await folder.remove();
  }
}
