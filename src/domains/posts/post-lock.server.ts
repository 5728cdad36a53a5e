import type { SQL } from 'drizzle-orm';
import {
  recordRemoval,
  selectContainer,
} from '#domains/containers/audit-log/removal-log.server.ts';
import { parentsFirst, withParents } from '#domains/containers/container-lock.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { factColumns } from './post-facts.server.ts';
import type { PostAudience, PostFacts } from './posts.rules.ts';
import { posts } from './posts.table.ts';

export interface LockedPost extends PostFacts, Record<string, unknown> {
  audience: PostAudience;
  /** Whether it has more than the text. */
  hasMore: boolean;
  /** The album decides its audience. */
  isOfAlbum: boolean;
  /** A friendship post, always for friends. */
  isOfFriends: boolean;
  modifiedAt: string;
  isPaid: boolean;
  /** Published within 24 hours: its author may still change the mark. */
  isMarkOpen: boolean;
}

/** Locks the container of a post before the post itself (docs/locking.md). */
export async function lockContainerOf(tx: Tx, postId: number): Promise<void> {
  await tx.execute(sql`
    select from containers c
    where ${withParents(sql`select p.object_type, p.object_id from posts p where p.id = ${postId}`)}
    ${parentsFirst}
    for no key update`);
}

/**
 * Locks a post that the member may see, or throws not found. Its container is locked first, so that
 * the part of the member in it is what it will be when the change is committed.
 * @param condition which posts are found
 */
export async function lockPost(
  tx: Tx,
  member: Member,
  id: number,
  condition: SQL,
): Promise<LockedPost> {
  await lockContainerOf(tx, id);
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
      coalesce(edited_at, published_at)::text as "modifiedAt", is_paid as "isPaid",
      published_at > ${now()} - interval '24 hours' as "isMarkOpen"
    from posts
    where ${posts.id} = ${id}
      and ${condition}
    for update`);
  if (!post) throw notFound();
  return post;
}

/** Notes in the log of its container that staff deletes a post of somebody else, or its video. */
export const recordPostRemoval = (
  tx: Tx,
  member: Member,
  { authorId, objectType, objectId }: PostFacts,
  kind: 'post' | 'video',
): Promise<void> =>
  recordRemoval(tx, member, {
    kind,
    authorId,
    container: selectContainer({ type: objectType, id: Number(objectId) }),
  });
