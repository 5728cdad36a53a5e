import { avatarFile, avatarSizes } from '#lib/avatar-sizes.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { entriesOf } from '#server/domain.ts';
import { attemptEach, runPrunes } from '#server/prune.ts';
import { sql } from '#server/sql.ts';
import { storage } from '#server/storage/storage.ts';

const atOnce = 500;

/**
 * Removes unused media: rows a day after their post was deleted (or after an abandoned upload), and
 * the files of content without a row. Safe to run concurrently; an interrupted run is continued by
 * the next.
 */
export async function pruneMedia(): Promise<void> {
  await giveUpOldVideos();
  while ((await removeRows()) === atOnce);
  await runPrunes({ files: removeDueFiles, publicPictures: removeDuePublicPictures });
}

/**
 * The conversion job is retried for some hours, so after a day it has failed. A video that browsers
 * may be able to play is then served unconverted.
 */
const giveUpOldVideos = () =>
  db.execute(sql`
    update media
    set details = case
      when details ? 'durationSeconds' then details - 'state'
      else jsonb_set(details, '{state}', '"failed"')
    end
    where details ->> 'state' = 'processing'
      and created_at <= ${now()} - interval '24 hours'`);

async function removeRows(): Promise<number> {
  const deleted = await db.execute(sql`
    delete from media
    where id in (
      select id
      from media
      where state <> 'attached'
        and state_changed_at <= ${now()} - interval '24 hours'
      order by state_changed_at
      limit ${atOnce}
      for update skip locked
    )
    returning 1`);
  return deleted.length;
}

/** Files of an unused content, oldest first. */
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
 * Keeps the row locked until the files are deleted: a concurrent upload of the same content waits.
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

/** A picture in use (again) is kept. */
function removePublicPicture(name: string): Promise<void> {
  const references = [...entriesOf('publicPictures')].flatMap(
    ([table, { columns = ['avatar', 'cover'] }]) =>
      columns.map(
        (column) => sql`
          exists (
            select from ${sql.identifier(table)} t
            where t.${sql.identifier(column)} = orphaned_avatars.name
          )`,
      ),
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
      returning (${sql.join(references, sql` or `)}) as "isUsed"`);
    if (!due || due.isUsed) return;
    const store = await storage();
    for (const size of avatarSizes) await store.remove(`public/${avatarFile(name, size)}`);
    await store.remove(`public/${name}`);
  });
}
