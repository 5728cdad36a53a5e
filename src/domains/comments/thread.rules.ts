import { defaultPictures } from '#lib/default-pictures.ts';
import type { Comment, CommentPhoto, PlainComment } from './comments.schema.ts';

/** The member at the keyboard. */
export interface Writer {
  id: number;
  displayname: string;
  avatar: string | null;
}

export interface Edited {
  comment_body: string;
  edited_date: string | null;
  mentions?: PlainComment['mentions'];
}

/** Changes to a thread since the screen was served. */
export interface ThreadChanges {
  loaded: Comment[];
  created: Comment[];
  /** Pending comments: shown already, with ids below 0. */
  sending: PlainComment[];
  /** By parent. */
  replies: Record<number, PlainComment[]>;
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

function newestFirst(a: PlainComment, b: PlainComment): number {
  if (a.comment_date < b.comment_date) return 1;
  if (a.comment_date > b.comment_date) return -1;
  return b.comment_id - a.comment_id;
}

/** A list holds only the first replies of a comment: known later ones are kept. */
function withKnownReplies(comment: Comment, known: Comment | undefined): Comment {
  const { reply_on_comment: listed, reply_count } = comment;
  if (!known || listed.length >= reply_count) return comment;
  const last = listed.at(-1);
  const after = known.reply_on_comment.filter((reply) => !last || newestFirst(reply, last) < 0);
  return after.length ? { ...comment, reply_on_comment: [...listed, ...after] } : comment;
}

/** Merges lists: each comment once, the later list's version, newest first. */
export function mergeComments(...lists: Comment[][]): Comment[] {
  const byId = new Map<number, Comment>();
  for (const comment of lists.flat())
    byId.set(comment.comment_id, withKnownReplies(comment, byId.get(comment.comment_id)));
  return [...byId.values()].sort(newestFirst);
}

/** Each reply once, oldest first. */
export function mergeReplies(...lists: PlainComment[][]): PlainComment[] {
  const byId = new Map<number, PlainComment>();
  for (const reply of lists.flat()) byId.set(reply.comment_id, reply);
  return [...byId.values()].sort((a, b) => newestFirst(b, a));
}

/**
 * Number of comments (replies included) that are neither on the screen nor replies of one on it.
 */
export function remainingComments(total: number, loaded: Comment[]): number {
  const known = loaded.reduce(
    (sum, comment) => sum + 1 + Math.max(comment.reply_count, comment.reply_on_comment.length),
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
  comments: Comment[];
  total: number;
  hasMore: boolean;
}

/**
 * Merges changes by others from the newest page: new, edited or deleted comments.
 * @param known comments at the time of the request: only these can have been deleted
 */
export function withNewest(
  changes: ThreadChanges,
  known: Comment[],
  { comments, total, hasMore }: NewestPage,
): ThreadChanges {
  const ids = new Set(known.map(({ comment_id }) => comment_id));
  const newest = Math.max(0, ...ids);
  const oldest = hasMore ? (comments.at(-1)?.comment_id ?? 0) : 0;
  const listed = new Set(comments.map(({ comment_id }) => comment_id));
  const removedIds = [...ids].filter((id) => id > oldest && !listed.has(id));
  // There may be others between the known and older comments: these come with their page.
  const arrived = comments.filter(({ comment_id }) => comment_id > newest || ids.has(comment_id));
  const grown = arrived.filter(
    (comment) =>
      comment.reply_count >
      (known.find(({ comment_id }) => comment_id === comment.comment_id)?.reply_count ?? 0),
  );
  const more = new Set(grown.map(({ comment_id }) => String(comment_id)));
  // Comments that were there stay in their list, or the thread would not collapse again to its
  // first state.
  const begun = new Set(changes.created.map(({ comment_id }) => comment_id));
  const isBegun = ({ comment_id }: Comment) => comment_id > newest || begun.has(comment_id);
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
  served: Comment[],
  { loaded, created, sending, replies, bodies, removed }: ThreadChanges,
  blocked = nobody,
): Comment[] {
  const removedIds = new Set(removed);
  const isThere = ({ comment_id, user_id }: PlainComment) =>
    !removedIds.has(comment_id) && !blocked.has(user_id);
  const edited = <C extends PlainComment>(comment: C): C => {
    const change = bodies[comment.comment_id];
    return change
      ? { ...comment, ...change, edited_date: change.edited_date ?? comment.edited_date }
      : comment;
  };
  const present = (comment: Comment): Comment => {
    const { comment_id, reply_on_comment } = comment;
    const pendingReplies = sending.filter((reply) => reply.parent_comment_id === comment_id);
    const isChanged =
      replies[comment_id] ||
      pendingReplies.length ||
      reply_on_comment.some((reply) => !isThere(reply) || bodies[reply.comment_id]);
    if (!isChanged) return edited(comment);
    const arrived = mergeReplies(reply_on_comment, replies[comment_id] ?? [])
      .filter(isThere)
      .map(edited);
    return { ...edited(comment), reply_on_comment: [...arrived, ...pendingReplies] };
  };
  const pendingComments = sending
    .filter((comment) => comment.parent_comment_id === 0)
    .map((comment) => ({ ...comment, reply_on_comment: [] }));
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
function previewOf({ address: src, alt }: { address: string; alt: string }): CommentPhoto {
  const unknown = { width: 0, height: 0 };
  const image = { src, ...unknown, size: unknown };
  return {
    photo_id: 0,
    image_main: image,
    image_medium: image,
    content_url: '',
    picture: { ...unknown, id: 0, widths: [], placeholder: '', alt },
  };
}

/** The optimistic comment, shown before the server has answered. */
export function pendingComment({ body, photo, parentId = 0, author }: PendingInput): PlainComment {
  const nowhere = { name: '', label: '', url: '', urlParams: {} };
  const image = author.avatar ?? defaultPictures.photo;
  const images = {
    author_image_profile: image,
    poster_photo: image,
    author_image_icon: image,
    author_image: image,
    author_image_normal: image,
  };
  return {
    ...images,
    comment_id: (ticket -= 1),
    subject_type: '',
    subject_id: 0,
    poster_id: author.id,
    user_id: author.id,
    poster_displayname: author.displayname,
    author_title: author.displayname,
    content_url: '',
    body: body.trim(),
    comment_body: body.trim(),
    creation_date: '',
    comment_date: '',
    edited_date: null,
    ...(photo ? { photo: previewOf(photo) } : {}),
    like: { ...nowhere, isLike: 0 },
    like_count: 0,
    parent_comment_id: parentId,
    reply_count: 0,
  };
}

export const isPending = ({ comment_id }: PlainComment): boolean => comment_id < 0;
