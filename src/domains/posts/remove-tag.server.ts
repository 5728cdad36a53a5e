import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { onePost } from './one-post.server.ts';

/** Removes the member's own tag from a post; not found if there is none. */
export async function removeOwnTag(member: Member, postId: number): Promise<void> {
  const deleted = await db.execute(sql`
    with visible_post as (${onePost(member, postId)}),
      deleted_tag as (
        delete from post_tags
        where member_id = ${member.id}
          and post_id in (select id from visible_post)
        returning post_id
      )
    update posts
    set tag_count = greatest(0, tag_count - 1)
    where id in (select post_id from deleted_tag)
    returning 1`);
  if (!deleted.length) throw notFound();
}
