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

/** What happened to a thread since the screen was served. */
export interface ThreadChanges {
  loaded: Comment[];
  created: Comment[];
  /** On their way: shown already, with ids below 0. */
  sending: PlainComment[];
  /** By parent. */
  replies: Record<number, PlainComment[]>;
  bodies: Record<number, Edited | undefined>;
  removed: number[];
  /** As the server last said, with what was written and removed since. */
  total?: number;
  /** The page to ask for next; null at the end, undefined while none was asked for. */
  next?: number | null;
  /** By parent, as `next`. */
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

/** A list brings only the first replies of a comment: those that stood after them stay. */
function withKnownReplies(comment: Comment, known: Comment | undefined): Comment {
  const { reply_on_comment: listed, reply_count } = comment;
  if (!known || listed.length >= reply_count) return comment;
  const last = listed.at(-1);
  const after = known.reply_on_comment.filter((reply) => !last || newestFirst(reply, last) < 0);
  return after.length ? { ...comment, reply_on_comment: [...listed, ...after] } : comment;
}

/** Several lists as one: each comment once, the later list's version, newest first. */
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

/** How many of `total` (replies included) are neither on the screen nor behind a comment on it. */
export function remainingComments(total: number, loaded: Comment[]): number {
  const known = loaded.reduce(
    (sum, comment) => sum + 1 + Math.max(comment.reply_count, comment.reply_on_comment.length),
    0,
  );
  return Math.max(0, total - known);
}

/**
 * The page to ask for, null when there is none: as the server said last. Of a thread that began
 * with a mere preview (page 0) nobody has asked for any: there is one unless everything has arrived
 * by itself.
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
 * What others did meanwhile, as the newest page shows it: comments that are new, other than they
 * were, or gone.
 * @param known what was there when it was asked for: only that can be gone
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
  const gone = [...ids].filter((id) => id > oldest && !listed.has(id));
  // Between those that are known and older ones there may be others: these come with their page.
  const arrived = comments.filter(({ comment_id }) => comment_id > newest || ids.has(comment_id));
  const grown = arrived.filter(
    (comment) =>
      comment.reply_count >
      (known.find(({ comment_id }) => comment_id === comment.comment_id)?.reply_count ?? 0),
  );
  const more = new Set(grown.map(({ comment_id }) => String(comment_id)));
  // What was there already stays where it belongs, or the thread would not fold up again to what it
  // began with.
  const begun = new Set(changes.created.map(({ comment_id }) => comment_id));
  const isBegun = ({ comment_id }: Comment) => comment_id > newest || begun.has(comment_id);
  return {
    ...changes,
    loaded: mergeComments(
      changes.loaded,
      arrived.filter((comment) => !isBegun(comment)),
    ),
    created: mergeComments(changes.created, arrived.filter(isBegun)),
    removed: [...new Set([...changes.removed, ...gone])],
    // Replies that came after the last page of them are asked for again.
    nextReplies: Object.fromEntries(
      Object.entries(changes.nextReplies).filter(([id]) => !more.has(id)),
    ),
    total,
  };
}

const nobody: ReadonlySet<number> = new Set();

/**
 * The thread as it is now: what was served and what changed since. What is on its way stands on
 * top, a reply at the end. A comment to which nothing happened stays the very same object, so that
 * a long thread is not drawn anew for one of them.
 * @param blocked members blocked since
 */
export function presentThread(
  served: Comment[],
  { loaded, created, sending, replies, bodies, removed }: ThreadChanges,
  blocked = nobody,
): Comment[] {
  const gone = new Set(removed);
  const isThere = ({ comment_id, user_id }: PlainComment) =>
    !gone.has(comment_id) && !blocked.has(user_id);
  const edited = <C extends PlainComment>(comment: C): C => {
    const change = bodies[comment.comment_id];
    return change
      ? { ...comment, ...change, edited_date: change.edited_date ?? comment.edited_date }
      : comment;
  };
  const present = (comment: Comment): Comment => {
    const { comment_id, reply_on_comment } = comment;
    const onTheirWay = sending.filter((reply) => reply.parent_comment_id === comment_id);
    const isChanged =
      replies[comment_id] ||
      onTheirWay.length ||
      reply_on_comment.some((reply) => !isThere(reply) || bodies[reply.comment_id]);
    if (!isChanged) return edited(comment);
    const arrived = mergeReplies(reply_on_comment, replies[comment_id] ?? [])
      .filter(isThere)
      .map(edited);
    return { ...edited(comment), reply_on_comment: [...arrived, ...onTheirWay] };
  };
  const onTop = sending
    .filter((comment) => comment.parent_comment_id === 0)
    .map((comment) => ({ ...comment, reply_on_comment: [] }));
  return [...onTop, ...mergeComments(served, loaded, created).filter(isThere).map(present)];
}

let ticket = 0;

interface OnItsWay {
  body: string;
  photo?: { address: string; alt: string } | undefined;
  parentId?: number | undefined;
  author: Writer;
}

/** Its own copy in the browser, of which nothing else is known. */
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

/** What the writer sees of a comment before the server has said anything. */
export function commentOnItsWay({ body, photo, parentId = 0, author }: OnItsWay): PlainComment {
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

export const isOnItsWay = ({ comment_id }: PlainComment): boolean => comment_id < 0;
