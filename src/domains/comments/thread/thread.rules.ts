import type {
  CommentModel,
  CommentPhotoModel,
  PlainCommentModel,
} from '#domains/comments/comments.model.ts';
import { defaultPictures } from '#lib/default-pictures.ts';

/** The member at the keyboard. */
export interface Writer {
  id: number;
  displayname: string;
  avatar: string | null;
}

export interface Edited {
  body: string;
  editedAt: string | null;
  mentions?: PlainCommentModel['mentions'];
}

/** Changes to a thread since the screen was served. */
export interface ThreadChanges {
  loaded: CommentModel[];
  created: CommentModel[];
  /** Pending comments: shown already, with ids below 0. */
  sending: PlainCommentModel[];
  /** By parent. */
  replies: Record<number, PlainCommentModel[]>;
  bodies: Record<number, Edited | undefined>;
  removed: number[];
  /** Last total from the server, adjusted by own changes since. */
  total?: number;
  /** The next page to load; null at the end, undefined if none was loaded. */
  next?: number | null;
  /** By parent, like `next`. */
  nextReplies: Record<number, number | null>;
}

export const unchanged: ThreadChanges = {
  loaded: [],
  created: [],
  sending: [],
  replies: {},
  bodies: {},
  removed: [],
  nextReplies: {},
};

function newestFirst(a: PlainCommentModel, b: PlainCommentModel): number {
  if (a.createdAt < b.createdAt) return 1;
  if (a.createdAt > b.createdAt) return -1;
  return b.id - a.id;
}

/** A list holds only the first replies of a comment: known later ones are kept. */
function withKnownReplies(comment: CommentModel, known: CommentModel | undefined): CommentModel {
  const { replies: listed, replyCount } = comment;
  if (!known || listed.length >= replyCount) return comment;
  const last = listed.at(-1);
  const after = known.replies.filter((reply) => !last || newestFirst(reply, last) < 0);
  return after.length ? { ...comment, replies: [...listed, ...after] } : comment;
}

/** Merges lists: each comment once, the later list's version, newest first. */
export function mergeComments(...lists: CommentModel[][]): CommentModel[] {
  const byId = new Map<number, CommentModel>();
  for (const comment of lists.flat())
    byId.set(comment.id, withKnownReplies(comment, byId.get(comment.id)));
  return [...byId.values()].sort(newestFirst);
}

/** Each reply once, oldest first. */
export function mergeReplies(...lists: PlainCommentModel[][]): PlainCommentModel[] {
  const byId = new Map<number, PlainCommentModel>();
  for (const reply of lists.flat()) byId.set(reply.id, reply);
  return [...byId.values()].sort((a, b) => newestFirst(b, a));
}

/**
 * Number of comments (replies included) that are neither on the screen nor replies of one on it.
 */
export function remainingComments(total: number, loaded: CommentModel[]): number {
  const known = loaded.reduce(
    (sum, comment) => sum + 1 + Math.max(comment.replyCount, comment.replies.length),
    0,
  );
  return Math.max(0, total - known);
}

/**
 * The next page to load, or null. After a mere preview (page 0) there is one unless live updates
 * have already added everything.
 */
export function nextPage(
  served: number | null,
  { next }: Pick<ThreadChanges, 'next'>,
  remaining: number,
): number | null {
  if (next !== undefined) return next;
  return served === 0 && remaining === 0 ? null : served;
}

export interface NewestPage {
  comments: CommentModel[];
  total: number;
  hasMore: boolean;
}

/**
 * Merges changes by others from the newest page: new, edited or deleted comments.
 * @param known comments at the time of the request: only these can have been deleted
 */
export function withNewest(
  changes: ThreadChanges,
  known: CommentModel[],
  { comments, total, hasMore }: NewestPage,
): ThreadChanges {
  const ids = new Set(known.map(({ id }) => id));
  const newest = Math.max(0, ...ids);
  const oldest = hasMore ? (comments.at(-1)?.id ?? 0) : 0;
  const listed = new Set(comments.map(({ id }) => id));
  const removedIds = [...ids].filter((id) => id > oldest && !listed.has(id));
  // There may be others between the known and older comments: these come with their page.
  const arrived = comments.filter(({ id }) => id > newest || ids.has(id));
  const grown = arrived.filter(
    (comment) => comment.replyCount > (known.find(({ id }) => id === comment.id)?.replyCount ?? 0),
  );
  const more = new Set(grown.map(({ id }) => String(id)));
  // Comments that were there stay in their list, or the thread would not collapse again to its
  // first state.
  const begun = new Set(changes.created.map(({ id }) => id));
  const isBegun = ({ id }: CommentModel) => id > newest || begun.has(id);
  return {
    ...changes,
    loaded: mergeComments(
      changes.loaded,
      arrived.filter((comment) => !isBegun(comment)),
    ),
    created: mergeComments(changes.created, arrived.filter(isBegun)),
    removed: [...new Set([...changes.removed, ...removedIds])],
    // Replies added after the last loaded page of them are loaded again.
    nextReplies: Object.fromEntries(
      Object.entries(changes.nextReplies).filter(([id]) => !more.has(id)),
    ),
    total,
  };
}

const nobody: ReadonlySet<number> = new Set();

/**
 * The thread as it is now: served comments with all changes. Pending comments come first, a pending
 * reply last. An unchanged comment stays the same object, so that a long thread does not render
 * again for one of them.
 * @param blocked members blocked since
 */
export function presentThread(
  served: CommentModel[],
  { loaded, created, sending, replies, bodies, removed }: ThreadChanges,
  blocked = nobody,
): CommentModel[] {
  const removedIds = new Set(removed);
  const isThere = ({ id, author }: PlainCommentModel) =>
    !removedIds.has(id) && !blocked.has(author.id);
  const edited = <C extends PlainCommentModel>(comment: C): C => {
    const change = bodies[comment.id];
    return change
      ? { ...comment, ...change, editedAt: change.editedAt ?? comment.editedAt }
      : comment;
  };
  const present = (comment: CommentModel): CommentModel => {
    const { id, replies: served } = comment;
    const pendingReplies = sending.filter((reply) => reply.parentId === id);
    const isChanged =
      replies[id] ||
      pendingReplies.length ||
      served.some((reply) => !isThere(reply) || bodies[reply.id]);
    if (!isChanged) return edited(comment);
    const arrived = mergeReplies(served, replies[id] ?? [])
      .filter(isThere)
      .map(edited);
    return { ...edited(comment), replies: [...arrived, ...pendingReplies] };
  };
  const pendingComments = sending
    .filter((comment) => comment.parentId === 0)
    .map((comment) => ({ ...comment, replies: [] }));
  return [
    ...pendingComments,
    ...mergeComments(served, loaded, created).filter(isThere).map(present),
  ];
}

let ticket = 0;

interface PendingInput {
  body: string;
  photo?: { address: string; alt: string } | undefined;
  parentId?: number | undefined;
  author: Writer;
}

/** Preview of the local file; its size is unknown. */
const toPreview = ({ address: src, alt }: { address: string; alt: string }): CommentPhotoModel => ({
  id: 0,
  src,
  picture: { id: 0, width: 0, height: 0, widths: [], placeholder: '', alt },
});

/** The optimistic comment, shown before the server has answered. */
export const pendingComment = ({
  body,
  photo,
  parentId = 0,
  author,
}: PendingInput): PlainCommentModel => ({
  id: (ticket -= 1),
  parentId,
  type: 'comment',
  author: {
    id: author.id,
    name: author.displayname,
    image: author.avatar ?? defaultPictures.photo,
  },
  body: body.trim(),
  photo: photo && toPreview(photo),
  createdAt: '',
  editedAt: null,
  isLiked: false,
  likeCount: 0,
  mayEdit: false,
  mayDelete: false,
  replyCount: 0,
});

export const isPending = ({ id }: PlainCommentModel): boolean => id < 0;
