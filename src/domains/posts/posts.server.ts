import { writeAuditEntry } from '#domains/containers/membership/staff.server.ts';
import type { Member, Viewer } from '#domains/policy/viewer.ts';
import { checkWritable } from '#domains/posts/writing/post-target.server.ts';
import { toWire } from '#lib/dates.ts';
import { databaseNow } from '#server/clock.ts';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { db } from '#server/db.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import type { FeedItem } from './feed-item.schema.ts';
import { onePost } from './one-post.server.ts';
import { lockPost, recordPostRemoval } from './post-lock.server.ts';
import { readPostRows } from './post-rows.server.ts';
import { mayCloseComments, mayDeletePost, mayEditPost } from './posts.rules.ts';
import { onePostView } from './posts.views.server.ts';
import { visibleOrDeletable, visibleTo } from './visibility.server.ts';

/** One post with its newest comment, or not found. */
export async function readPost(viewer: Viewer, id: number, origin = ''): Promise<FeedItem> {
  const readAt = toWire(databaseNow());
  const [row] = await readPostRows(viewer, onePost(viewer, id));
  if (!row) throw notFound();
  return onePostView(row, { viewer, origin }, readAt);
}

/** Triggers and foreign keys delete its comments, reactions, tags and attachments. */
export async function deletePost(member: Member, id: number): Promise<void> {
  await retryOnDeadlock(() =>
    db.transaction(async (tx) => {
      const post = await lockPost(tx, member, id, visibleOrDeletable(member));
      if (!mayDeletePost(member, post)) throw forbidden();
      await recordPostRemoval(tx, member, post, 'post');
      await tx.execute(sql`delete from posts where id = ${id}`);
    }),
  );
}

/** Toggles sharing of an own post; returns whether it can be shared now. */
export async function toggleSharing(member: Member, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const post = await lockPost(tx, member, id, visibleTo(member));
    if (!mayEditPost(member, post)) throw forbidden();
    await checkWritable(tx, member, post);
    await tx.execute(sql`update posts set can_share = ${!post.canShare} where id = ${id}`);
    return !post.canShare;
  });
}

/**
 * Opens or closes the comments on an own post or, as staff, on any in the container. Returns
 * whether they are open now. The author cannot open them once staff has closed them.
 */
export async function toggleComments(member: Member, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const post = await lockPost(tx, member, id, visibleTo(member));
    if (!mayCloseComments(member, post)) throw forbidden();
    await checkWritable(tx, member, post);
    const isOpen = !post.canComment;
    const isForeign = !mayEditPost(member, post);
    await tx.execute(sql`
      update posts
      set can_comment = ${isOpen}, is_closed_by_staff = ${isForeign && !isOpen}
      where id = ${id}`);
    if (isForeign || post.isClosedByStaff)
      await writeAuditEntry(tx, { type: post.objectType, id: Number(post.objectId) }, member.id, {
        action: isOpen ? 'open_comments' : 'close_comments',
        targetId: post.authorId,
        details: { postId: id },
      });
    return isOpen;
  });
}
