import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { changeAsModerator, writeAuditEntry } from '#domains/containers/membership/staff.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { onePost } from '#domains/posts/one-post.server.ts';
import { maxPinned } from '#domains/posts/posts.rules.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

/**
 * Pins a post to the top of its container, or unpins it, as staff; returns whether it is pinned
 * now. Under the container's lock, so that there are never more than `maxPinned`.
 */
export async function togglePinned(member: Member, postId: number): Promise<boolean> {
  const [post] = await db.execute<
    ContainerRef & { isPinnable: boolean } & Record<string, unknown>
  >(sql`
    select posts.object_type as type, posts.object_id as id, posts.item_id is null as "isPinnable"
    from (${onePost(member, postId)}) posts`);
  if (!post) throw notFound();
  if (post.type === 'member' || !post.isPinnable) throw forbidden();
  const ref = { type: post.type, id: Number(post.id) };
  return changeAsModerator(member, ref, async ({ tx, container }) => {
    const [found] = await tx.execute<{ isPinned: boolean; pinned: number }>(sql`
      select p.pinned_at is not null as "isPinned",
        (
          select count(*)::int
          from posts other
          where other.object_type = p.object_type
            and other.object_id = p.object_id
            and other.pinned_at is not null
        ) as pinned
      from posts p
      where p.id = ${postId}
        and p.object_type = ${ref.type}
        and p.object_id = ${ref.id}
      for update`);
    if (!found) throw notFound();
    const { isPinned, pinned } = found;
    if (!isPinned && pinned >= maxPinned)
      throw invalid(`At most ${maxPinned} posts can be pinned. Please unpin another one first.`);
    await tx.execute(sql`
      update posts
      set pinned_at = case when ${isPinned} then null else ${now()} end
      where id = ${postId}`);
    // Cached screens may show another part of the list.
    await tx.execute(sql`select invalidate_page(${`screens:${ref.type}:${ref.id}`})`);
    await writeAuditEntry(tx, container, member.id, {
      action: isPinned ? 'unpin_post' : 'pin_post',
      details: { postId },
    });
    return !isPinned;
  });
}
