import { isMember, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { checkWritable } from '#domains/posts/writing/post-target.server.ts';
import { toWire } from '#lib/dates.ts';
import { databaseNow } from '#server/clock.ts';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import type { FeedItem } from './feed-item.schema.ts';
import { onePost } from './feed-selection.server.ts';
import { factColumns } from './post-facts.server.ts';
import { readPostRows } from './post-rows.server.ts';
import { mayDeletePost, mayEditPost, type PostAudience, type PostFacts } from './posts.rules.ts';
import { posts } from './posts.table.ts';
import { postView, previewView } from './posts.views.server.ts';
import { visibleTo } from './visibility.server.ts';

/** One post with its newest comment, or not found. */
export async function readPost(viewer: Viewer, id: number, origin = ''): Promise<FeedItem> {
  const read_at = toWire(databaseNow());
  const [row] = await readPostRows(viewer, onePost(viewer, id));
  if (!row) throw notFound();
  const comment_data = previewView(row, { viewer, origin });
  return {
    ...postView(row, { viewer, origin }),
    ...(comment_data ? { comment_data } : {}),
    ...(isMember(viewer) ? { read_at } : {}),
  };
}

export interface LockedPost extends PostFacts, Record<string, unknown> {
  audience: PostAudience;
  /** Whether it has more than the text. */
  hasMore: boolean;
  /** The album decides its audience. */
  isOfAlbum: boolean;
  /** A friendship post, always for friends. */
  isOfFriends: boolean;
  modifiedAt: string;
}

/** Locks a post that the member may see, or throws not found. */
export async function lockPost(tx: Tx, member: Member, id: number): Promise<LockedPost> {
  const [post] = await tx.execute<LockedPost>(sql`
    select ${factColumns(member, sql`posts`)},
      (
        attachment_count > 0
        or shared_id is not null
        or friend_id is not null
        or item_id is not null
      ) as "hasMore",
      album_id is not null as "isOfAlbum",
      friend_id is not null as "isOfFriends",
      coalesce(edited_at, published_at)::text as "modifiedAt"
    from posts
    where ${posts.id} = ${id} and ${visibleTo(member)}
    for update`);
  if (!post) throw notFound();
  return post;
}

/** Triggers and foreign keys delete its comments, reactions, tags and attachments. */
export async function deletePost(member: Member, id: number): Promise<void> {
  await retryOnDeadlock(() =>
    db.transaction(async (tx) => {
      if (!mayDeletePost(member, await lockPost(tx, member, id))) throw forbidden();
      await tx.execute(sql`delete from posts where id = ${id}`);
    }),
  );
}

/** Toggles comments or sharing of an own post; returns the new state. */
export async function togglePost(
  member: Member,
  id: number,
  right: 'canComment' | 'canShare',
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const post = await lockPost(tx, member, id);
    if (!mayEditPost(member, post)) throw forbidden();
    await checkWritable(tx, member, post);
    const column = sql.raw(right === 'canComment' ? 'can_comment' : 'can_share');
    await tx.execute(sql`update posts set ${column} = ${!post[right]} where id = ${id}`);
    return !post[right];
  });
}
