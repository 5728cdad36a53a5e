import type { SQL } from 'drizzle-orm';
import { isMember, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { onePost } from '#domains/posts/feed-selection.server.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

/** Puts a post on the member's list, or takes it off again; tells whether it is on it now. */
export async function toggleSaved(member: Member, postId: number): Promise<boolean> {
  const [post] = await db.execute<{ isSaved: boolean }>(sql`
    with seen as (${onePost(member, postId)}),
      gone as (
        delete from saved_posts
        where member_id = ${member.id} and post_id in (select id from seen)
        returning post_id
      ),
      added as (
        insert into saved_posts (member_id, post_id, saved_at)
        select ${member.id}, seen.id, ${now()}
        from seen
        where not exists (select from gone)
        on conflict
        do nothing
      )
    select not exists (select from gone) as "isSaved"
    from seen`);
  if (!post) throw notFound();
  return post.isSaved;
}

/** Whether the viewer has saved that post: a fragment of a statement. */
export const isSavedBy = (viewer: Viewer, postId: SQL): SQL =>
  isMember(viewer)
    ? sql`
      exists (
        select from saved_posts saved
        where saved.member_id = ${viewer.id} and saved.post_id = ${postId}
      )`
    : sql`false`;
