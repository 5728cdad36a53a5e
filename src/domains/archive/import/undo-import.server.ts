import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { storage } from '#server/storage/storage.ts';
import { attemptEach } from '#server/sweep.ts';

const atOnce = 100;
/** Days for which the outcome is told. */
const keptDays = 7;

/**
 * Takes back what has come of an import that was cancelled or failed. Cut off, the next run goes
 * on.
 */
async function removeItems(importId: number): Promise<void> {
  for (let gone = atOnce; gone === atOnce;) {
    const [row] = await db.execute<{ gone: number }>(sql`
      with items as materialized (
        delete from import_items
        where ctid = any (
          array(select ctid from import_items where import_id = ${importId} limit ${atOnce})
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
      select count(*)::int as gone
      from items`);
    gone = row!.gone;
  }
}

/**
 * After the end, whichever it was: the file goes, and of what did not end well everything that has
 * come of it.
 */
export async function endImport(importId: number): Promise<void> {
  const [row] = await db.execute<{ state: string; fileName: string }>(sql`
    select state, file_name as "fileName"
    from imports
    where id = ${importId} and state in ('done', 'failed', 'cancelled')`);
  if (!row) return;
  if (row.state === 'done')
    await db.execute(sql`delete from import_items where import_id = ${importId}`);
  else await removeItems(importId);
  if (!row.fileName) return;
  await (await storage()).remove(row.fileName);
  await db.execute(sql`update imports set file_name = '' where id = ${importId}`);
}

/**
 * What a job that was lost has left, archives that were never received whole, and outcomes that
 * have been told for long enough.
 */
export async function sweepImports(): Promise<void> {
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
      and (member_id is null or finished_at <= ${now()} - make_interval(days => ${keptDays}))`);
}
