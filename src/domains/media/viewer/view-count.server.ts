import { sql } from 'drizzle-orm';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { heldMedia } from './holders.server.ts';

/** Counts a look: of members other than the owner, once a day each, and only at what they may see. */
export async function countView(viewer: Viewer, mediaId: number): Promise<void> {
  if (!isMember(viewer)) return;
  await db.execute(sql`
    with seen as (
      insert into media_views (media_id, member_id, day)
      select m.id, ${viewer.id}, (${now()} at time zone 'utc')::date from media m
      where m.id = ${mediaId} and m.owner_id <> ${viewer.id} and exists (select from (${heldMedia(viewer)}) holding where holding.own_id = m.id)
      on conflict (media_id, member_id) do update set day = excluded.day where media_views.day < excluded.day
      returning media_id)
    update media set view_count = view_count + 1 where id in (select media_id from seen)`);
}
