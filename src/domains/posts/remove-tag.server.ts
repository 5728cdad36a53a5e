import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { onePost } from './feed-selection.server.ts';

/**
 * Whoever is tagged may take their own name off a post, and nobody else's. Not found where it does
 * not stand.
 */
export async function removeOwnTag(member: Member, postId: number): Promise<void> {
  const gone = await db.execute(sql`
    with seen as (${onePost(member, postId)}),
      gone as (
        delete from post_tags
        where member_id = ${member.id} and post_id in (select id from seen)
        returning post_id
      )
    update posts
    set tag_count = greatest(0, tag_count - 1)
    where id in (select post_id from gone)
    returning 1`);
  if (!gone.length) throw notFound();
}
