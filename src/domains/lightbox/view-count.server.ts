import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { isMedia } from './attached-media.server.ts';
import type { LightboxRoute } from './lightbox-route.rules.ts';
import type { AttachmentSet } from './lightbox-sets.server.ts';

/**
 * Counts a view by a member other than the owner, once a day, if the item is in the set that the
 * member may see.
 */
export async function countView(
  viewer: Viewer,
  { rows, condition }: AttachmentSet,
  { type, id }: Pick<LightboxRoute, 'type' | 'id'>,
): Promise<void> {
  if (!isMember(viewer)) return;
  await db.execute(sql`
    with seen as (
      insert into media_views (media_id, member_id, day)
      select m.id, ${viewer.id}, (${now()} at time zone 'utc')::date
      from media m
      where m.id = ${id}
        and m.owner_id <> ${viewer.id}
        and exists (
          select from (${rows}) attached
          where ${condition}
            and ${isMedia(sql`attached`, sql`m.id`)}
            and attached.kind = ${type}
        )
      on conflict (media_id, member_id)
      do update set day = excluded.day
      where media_views.day < excluded.day
      returning media_id
    )
    update media
    set view_count = view_count + 1
    where id in (select media_id from seen)`);
}
