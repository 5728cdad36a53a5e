import type { Member } from '#domains/policy/viewer.ts';
import { shareItem } from '#domains/posts/share/share-post.server.ts';
import type { Tx } from '#server/db.ts';

/** Shares a post with the usual options. */
export const sharePost = (tx: Tx, member: Member, id: number, body: string): Promise<number> =>
  shareItem(tx, member, { type: 'post', id }, body);
