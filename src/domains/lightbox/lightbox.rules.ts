import type { SubjectType } from '#domains/reactions/reactions.schema.ts';
import type { SharePreview } from '#domains/shares/shares.rules.ts';
import { isolate } from '#lib/names.ts';
import { counted } from '#lib/text.ts';
import { fromWireType, isCommentType, toWireType } from '#lib/wire-names.ts';
import { closedPath, lightboxPath, type LightboxRoute } from './lightbox-route.rules.ts';
import type { LightboxItem, LightboxSet } from './lightbox.schema.ts';

const typeOf = ({ viewer_type: type }: Pick<LightboxItem, 'viewer_type'>): LightboxRoute['type'] =>
  type === toWireType('photo') ? 'photo' : 'video';

export const idOf = (item: LightboxItem): number => item.photo_id ?? item.video_id ?? 0;

type Keyed = Pick<LightboxRoute, 'type' | 'id'>;

/**
 * Type and id, since photos and videos have separate ids: a post's photo and its link may both be
 * 7.
 */
export const keyOf = ({ type, id }: Keyed): string => `${type} ${id}`;
export const itemKey = (item: LightboxItem): string =>
  keyOf({ type: typeOf(item), id: idOf(item) });

/** The route of an item within the set of `route`. */
export const itemRoute = (item: LightboxItem, route: LightboxRoute): LightboxRoute => ({
  ...route,
  type: typeOf(item),
  id: idOf(item),
});

/** Index of the opened item. A large set contains only its neighbourhood. */
export const openedIndex = ({ items, position }: LightboxSet): number =>
  Math.max(
    0,
    items.findIndex((item) => item.position === position),
  );

interface Numbers {
  likes: number;
  comments: number;
  views: number;
}

type Answered = Pick<LightboxItem, 'subject_type'>;

const subjectTypeOf = ({ subject_type }: Answered) => fromWireType(subject_type) as SubjectType;

/** Subject of its comments and reactions. */
export const subjectOf = (item: Pick<LightboxItem, 'subject_type' | 'subject_id'>) => ({
  type: subjectTypeOf(item),
  id: item.subject_id,
});

/** Whether it has its own comments and reactions, and its views are counted. */
export const isByItself = (item: Answered): boolean =>
  ['photo', 'video'].includes(subjectTypeOf(item));
/** Whether it is the photo of a comment, which is answered at the comment. */
export const isOfComment = (item: Answered): boolean => isCommentType(subjectTypeOf(item));

/** Content of a share: the item itself, or the post of an embedded video. */
export function shareOf(item: LightboxItem, route: LightboxRoute): SharePreview {
  const isOwn = isByItself(item);
  return {
    type: isOwn ? typeOf(item) : 'post',
    id: item.subject_id,
    screen: `/share/${toWireType(isOwn ? typeOf(item) : 'post')}/${item.subject_id}`,
    path: isOwn ? lightboxPath(itemRoute(item, route)) : closedPath(route),
    author: item.owner_title,
    avatar: item.owner_image,
    body: item.description,
    ...(typeOf(item) === 'video' ? { link: item.title || 'A video' } : {}),
    ...(item.picture ? { picture: item.picture } : {}),
    photoCount: 1,
  };
}

/** '3 likes · 1 comment · 40 views'. Views of an embedded video are unknown. */
export const countsLine = (item: Answered, { likes, comments, views }: Numbers): string =>
  [
    counted(likes, 'like'),
    ...(isOfComment(item) ? [] : [counted(comments, 'comment')]),
    ...(isByItself(item) ? [counted(views, 'view')] : []),
  ].join(' · ');

/** 'Photo 2 of 5 by Ada Quill', for screen readers and the document title. */
export function itemTitle(
  item: { viewer_type: string; owner_title: string; title: string; position: number },
  total: number,
): string {
  const kind = item.viewer_type === toWireType('photo') ? 'Photo' : 'Video';
  return `${item.title || kind}${total > 1 ? ` ${item.position} of ${total}` : ''} by ${isolate(item.owner_title)}`;
}
