import type { SharePreview } from '#domains/shares/shares.rules.ts';
import { isolate } from '#lib/names.ts';
import { counted } from '#lib/text.ts';
import { isCommentType, toWireType } from '#lib/wire-names.ts';
import { closedPath, lightboxPath, type LightboxRoute } from './lightbox-route.rules.ts';
import type { LightboxItemModel, LightboxSetModel } from './lightbox.model.ts';

const typeOf = ({ kind }: Pick<LightboxItemModel, 'kind'>): LightboxRoute['type'] =>
  kind === 'photo' ? 'photo' : 'video';

type Keyed = Pick<LightboxRoute, 'type' | 'id'>;

/**
 * Type and id, since photos and videos have separate ids: a post's photo and its link may both be
 * 7.
 */
export const keyOf = ({ type, id }: Keyed): string => `${type} ${id}`;
export const itemKey = (item: LightboxItemModel): string =>
  keyOf({ type: typeOf(item), id: item.id });

/** The route of an item within the set of `route`. */
export const itemRoute = (item: LightboxItemModel, route: LightboxRoute): LightboxRoute => ({
  ...route,
  type: typeOf(item),
  id: item.id,
});

/** Index of the opened item. A large set contains only its neighbourhood. */
export const openedIndex = ({ items, position }: LightboxSetModel): number =>
  Math.max(
    0,
    items.findIndex((item) => item.position === position),
  );

interface Numbers {
  likes: number;
  comments: number;
  views: number;
}

type Answered = Pick<LightboxItemModel, 'subject'>;

/** Whether it has its own comments and reactions, and its views are counted. */
export const isByItself = ({ subject }: Answered): boolean =>
  subject.type === 'photo' || subject.type === 'video';
/** Whether it is the photo of a comment, which is answered at the comment. */
export const isOfComment = ({ subject }: Answered): boolean => isCommentType(subject.type);

/** Content of a share: the item itself, or the post of an embedded video. */
export function toSharePreview(item: LightboxItemModel, route: LightboxRoute): SharePreview {
  const isOwn = isByItself(item);
  return {
    type: isOwn ? typeOf(item) : 'post',
    id: item.subject.id,
    screen: `/share/${toWireType(isOwn ? typeOf(item) : 'post')}/${item.subject.id}`,
    path: isOwn ? lightboxPath(itemRoute(item, route)) : closedPath(route),
    author: item.owner.name,
    avatar: item.owner.image,
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
  item: Pick<LightboxItemModel, 'kind' | 'title' | 'position'> & { owner: { name: string } },
  total: number,
): string {
  const kind = item.kind === 'photo' ? 'Photo' : 'Video';
  return `${item.title || kind}${total > 1 ? ` ${item.position} of ${total}` : ''} by ${isolate(item.owner.name)}`;
}
