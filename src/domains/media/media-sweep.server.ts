import { avatarFile, avatarSizes } from '#lib/avatar-sizes.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { storage } from '#server/storage/storage.ts';
import { attemptEach, runSweeps } from '#server/sweep.ts';

const atOnce = 500;

/**
 * Removes what nothing holds any more: rows a day after their post was deleted (or after an upload
 * that came to nothing), and with them the files of content that no row names. Safe to run twice at
 * once; cut off, the next run goes on.
 */
export async function sweepMedia(): Promise<void> {
  await giveUpOldVideos();
  while ((await removeRows()) === atOnce);
  await runSweeps({ files: removeDueFiles, publicPictures: removeDuePublicPictures });
}

/**
 * Its job is tried for some hours; after a day nothing comes any more. What every browser can at
 * least try to play is given as it is.
 */
const giveUpOldVideos = () =>
  db.execute(sql`
    update media
    set details = case
      when details ? 'durationSeconds' then details - 'state'
      else jsonb_set(details, '{state}', '"failed"')
    end
    where details ->> 'state' = 'processing' and created_at <= ${now()} - interval '24 hours'`);

async function removeRows(): Promise<number> {
  const gone = await db.execute(sql`
    delete from media
    where id in (
      select id
      from media
      where state <> 'attached' and state_changed_at <= ${now()} - interval '24 hours'
      order by state_changed_at
      limit ${atOnce}
      for update skip locked
    )
    returning 1`);
  return gone.length;
}

/** Those of an unused content, oldest first. */
async function removeDueFiles(): Promise<void> {
  for (let count = atOnce; count === atOnce;) {
    const due = await db.execute<{ hash: string }>(sql`
      select content_hash as hash
      from orphaned_blobs
      where remove_after <= ${now()}
      order by remove_after
      limit ${atOnce}`);
    await attemptEach(due, ({ hash }) => removeFiles(hash));
    count = due.length;
  }
}

/**
 * Keeps the row locked until the files are deleted: whoever stores the same content again waits for
 * that.
 */
function removeFiles(hash: string): Promise<void> {
  return db.transaction(async (tx) => {
    const [due] = await tx.execute<{ isUsed: boolean }>(sql`
      delete from orphaned_blobs
      where content_hash = (
        select content_hash
        from orphaned_blobs
        where content_hash = ${hash}
          and remove_after <= ${now()}
        for update skip locked)
      returning exists (
        select from media
        where media.content_hash = orphaned_blobs.content_hash
          or media.poster_hash = orphaned_blobs.content_hash) as "isUsed"`);
    if (due && !due.isUsed) await (await storage()).removeAll(`${hash.slice(0, 2)}/${hash}/`);
  });
}

/** Where public pictures are named; one that somebody has (again) stays. */
const publicHolders = [
  ['members', 'avatar'],
  ['members', 'cover'],
] as const;

async function removeDuePublicPictures(): Promise<void> {
  for (let count = atOnce; count === atOnce;) {
    const due = await db.execute<{ name: string }>(sql`
      select name
      from orphaned_avatars
      where remove_after <= ${now()}
      order by remove_after
      limit ${atOnce}`);
    await attemptEach(due, ({ name }) => removePublicPicture(name));
    count = due.length;
  }
}

function removePublicPicture(name: string): Promise<void> {
  const held = publicHolders.map(
    ([table, column]) => sql`
      exists (
        select from ${sql.identifier(table)} t
        where t.${sql.identifier(column)} = orphaned_avatars.name
      )`,
  );
  return db.transaction(async (tx) => {
    const [due] = await tx.execute<{ isUsed: boolean }>(sql`
      delete from orphaned_avatars
      where name = (
        select name
        from orphaned_avatars
        where name = ${name}
          and remove_after <= ${now()}
        for update skip locked)
      returning (${sql.join(held, sql` or `)}) as "isUsed"`);
    if (!due || due.isUsed) return;
    const store = await storage();
    for (const size of avatarSizes) await store.remove(`public/${avatarFile(name, size)}`);
    await store.remove(`public/${name}`);
  });
}
