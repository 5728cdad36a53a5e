import type { SQL } from 'drizzle-orm';
import { isMember, type Member, type SqlViewer } from '#domains/policy/viewer.ts';
import { onePost } from '#domains/posts/one-post.server.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

/** Saves a post or removes it from the saved ones; returns whether it is saved now. */
export async function toggleSaved(member: Member, postId: number): Promise<boolean> {
  const [post] = await db.execute<{ isSaved: boolean }>(sql`
    with visible_post as (${onePost(member, postId)}),
      deleted as (
        delete from saved_posts
        where member_id = ${member.id}
          and post_id in (select id from visible_post)
        returning post_id
      ),
      added as (
        insert into saved_posts (member_id, post_id, saved_at)
        select ${member.id}, visible_post.id, ${now()}
        from visible_post
        where not exists (select from deleted)
        on conflict
        do nothing
      )
    select not exists (select from deleted) as "isSaved"
    from visible_post`);
  if (!post) throw notFound();
  return post.isSaved;
}

/** SQL condition: the viewer has saved that post. */
export const isSavedBy = (viewer: SqlViewer, postId: SQL): SQL =>
  isMember(viewer)
    ? sql`
      exists (
        select from saved_posts saved
        where saved.member_id = ${viewer.id}
          and saved.post_id = ${postId}
      )`
    : sql`false`;
