import { subjectKey } from '#lib/wire-names.ts';
import type { PostModel } from './posts.model.ts';

/** Changes of a post since the screen was served. */
export interface PostChange {
  /** Its latest version. */
  post?: PostModel;
  /** A hidden post leaves a notice with Undo, a deleted one nothing. */
  state?: 'shown' | 'hidden' | 'deleted';
  /** Number of shares by the member since then. */
  shares?: number;
}

export interface Changes {
  /** By id. */
  posts: Record<number, PostChange | undefined>;
  /** Members blocked since then. */
  blocked: ReadonlySet<number>;
  /** Authors whose posts the viewer has hidden from the feed, by `subjectKey`. */
  hiddenAuthors: ReadonlySet<string>;
}

const isBlocked = ({ author }: PostModel, members: ReadonlySet<number>) =>
  author.type === 'member' && members.has(author.id);

/** Whether it keeps its row in the list; a hidden post does, for Undo. */
export function isListed(post: PostModel, { posts, blocked, hiddenAuthors }: Changes): boolean {
  const state = posts[post.id]?.state;
  return (
    state !== 'deleted' &&
    !isBlocked(post, blocked) &&
    (state === 'hidden' || !hiddenAuthors.has(subjectKey(post.author.type, post.author.id)))
  );
}

/**
 * The latest version of a post, its original included; the same object if nothing has changed, so
 * that it is not rendered again.
 */
export function presentPost(served: PostModel, changes: Changes): PostModel {
  const { post } = changes.posts[served.id] ?? {};
  // The comment store has the changes of comments.
  const latest = post
    ? { ...post, ...(served.preview ? { preview: served.preview } : {}) }
    : served;
  const attachments = latest.attachments.map((one) => {
    const { original } = one;
    if (!original) return one;
    const { post: newer, state } = changes.posts[original.id] ?? {};
    if (state === 'deleted' || isBlocked(original, changes.blocked))
      return { ...one, original: null };
    return newer ? { ...one, original: newer } : one;
  });
  const tagged = latest.tagged.filter(({ id }) => !changes.blocked.has(id));
  const isSame =
    tagged.length === latest.tagged.length &&
    attachments.every((one, index) => one === latest.attachments[index]);
  if (isSame) return latest;
  const canShare = latest.canShare && attachments.every(({ original }) => original !== null);
  return { ...latest, canShare, attachments, tagged };
}
