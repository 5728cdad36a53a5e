import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { attemptEach } from '#server/prune.ts';
import { sql } from '#server/sql.ts';
import { storage } from '#server/storage/storage.ts';

const batchSize = 100;
/** Days for which the result is shown. */
const retentionDays = 7;

/** Deletes the items of a cancelled or failed import. If interrupted, the next run continues. */
async function removeItems(importId: number): Promise<void> {
  for (let deleted = batchSize; deleted === batchSize;) {
    const [row] = await db.execute<{ deleted: number }>(sql`
      with items as materialized (
        delete from import_items
        where ctid = any (
          array(select ctid from import_items where import_id = ${importId} limit ${batchSize})
        )
        returning type, item_id
      ),
        deleted_posts as (
          delete from posts where id in (select item_id from items where type = 'post')
        ),
        deleted_scheduled as (
          delete from scheduled_posts
          where id in (select item_id from items where type = 'scheduled')
        ),
        deleted_albums as (
          delete from albums where id in (select item_id from items where type = 'album')
        )
      select count(*)::int as deleted
      from items`);
    deleted = row!.deleted;
  }
}

/**
 * Cleans up after the end of an import: deletes the file, and unless it succeeded all of its items.
 */
export async function endImport(importId: number): Promise<void> {
  const [row] = await db.execute<{ state: string; fileName: string }>(sql`
    select state, file_name as "fileName"
    from imports
    where id = ${importId}
      and state in ('done', 'failed', 'cancelled')`);
  if (!row) return;
  if (row.state === 'done')
    await db.execute(sql`delete from import_items where import_id = ${importId}`);
  else await removeItems(importId);
  if (!row.fileName) return;
  await (await storage()).remove(row.fileName);
  await db.execute(sql`update imports set file_name = '' where id = ${importId}`);
}

/**
 * Ends imports whose job was lost or whose upload was incomplete, and deletes results that have
 * been shown long enough.
 */
export async function pruneImports(): Promise<void> {
  await db.execute(sql`
    update imports
    set state = 'failed', finished_at = ${now()},
      problem = 'It did not come to an end. Please try again.'
    where (state = 'working' and created_at <= ${now()} - interval '2 days')
      or (state = 'receiving' and created_at <= ${now()} - interval '2 hours')
      or (state in ('receiving', 'working') and member_id is null)`);
  const left = await db.execute<{ id: number }>(sql`
    select i.id
    from imports i
    where i.state in ('done', 'failed', 'cancelled')
      and (i.file_name <> '' or exists (select from import_items t where t.import_id = i.id))
    order by i.id
    limit 500`);
  await attemptEach(left, ({ id }) => endImport(id));
  await db.execute(sql`
    delete from imports
    where file_name = ''
      and state in ('done', 'failed', 'cancelled')
      and (
        member_id is null
          or finished_at <= ${now()} - make_interval(days => ${retentionDays})
      )`);
}
