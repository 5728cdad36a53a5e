import type { SubjectType } from '#domains/reactions/reactions.schema.ts';
import type { SharePreview } from '#domains/shares/shares.rules.ts';
import { isolate } from '#lib/names.ts';
import { counted } from '#lib/text.ts';
import { fromWireType, isCommentType, toWireType } from '#lib/wire-names.ts';
import { closedPath, lightboxPath, type LightboxRoute } from './lightbox-route.rules.ts';
import type { ViewerItem, ViewerSet } from './viewer.schema.ts';

const typeOf = ({ viewer_type: type }: Pick<ViewerItem, 'viewer_type'>): LightboxRoute['type'] =>
  type === toWireType('photo') ? 'photo' : 'video';

export const idOf = (item: ViewerItem): number => item.photo_id ?? item.video_id ?? 0;

type Keyed = Pick<LightboxRoute, 'type' | 'id'>;

/** Photos and videos are numbered apart: in a post with photos and a link both may be 7. */
export const keyOf = ({ type, id }: Keyed): string => `${type} ${id}`;
export const itemKey = (item: ViewerItem): string => keyOf({ type: typeOf(item), id: idOf(item) });

/** Where an item of a set is looked at within that set. */
export const placeOf = (item: ViewerItem, place: LightboxRoute): LightboxRoute => ({
  ...place,
  type: typeOf(item),
  id: idOf(item),
});

/** The one that was opened, and those beside it. A large set brings only what lies around it. */
export const openedIndex = ({ items, position }: ViewerSet): number =>
  Math.max(
    0,
    items.findIndex((item) => item.position === position),
  );

interface Numbers {
  likes: number;
  comments: number;
  views: number;
}

type Answered = Pick<ViewerItem, 'subject_type'>;

const subjectTypeOf = ({ subject_type }: Answered) => fromWireType(subject_type) as SubjectType;

/** What its comments and reactions belong to. */
export const subjectOf = (item: Pick<ViewerItem, 'subject_type' | 'subject_id'>) => ({
  type: subjectTypeOf(item),
  id: item.subject_id,
});

/** Whether its comments and reactions are its own, and its looks are counted. */
export const isByItself = (item: Answered): boolean =>
  ['photo', 'video'].includes(subjectTypeOf(item));
/** Whether it is the photo of a comment, which is answered in its own place. */
export const isOfComment = (item: Answered): boolean => isCommentType(subjectTypeOf(item));

/** What Share shares: the item itself, or the post of an embedded video. */
export function shareOf(item: ViewerItem, place: LightboxRoute): SharePreview {
  const isOwn = isByItself(item);
  return {
    type: isOwn ? typeOf(item) : 'post',
    id: item.subject_id,
    path: isOwn ? lightboxPath(placeOf(item, place)) : closedPath(place),
    author: item.owner_title,
    avatar: item.owner_image,
    body: item.description,
    ...(typeOf(item) === 'video' ? { link: item.title || 'A video' } : {}),
    ...(item.picture ? { picture: item.picture } : {}),
    photoCount: 1,
  };
}

/** '3 likes · 1 comment · 40 views'. An embedded video's views are not ours to know. */
export const countsLine = (item: Answered, { likes, comments, views }: Numbers): string =>
  [
    counted(likes, 'like'),
    ...(isOfComment(item) ? [] : [counted(comments, 'comment')]),
    ...(isByItself(item) ? [counted(views, 'view')] : []),
  ].join(' · ');

/** 'Photo 2 of 5 by Ada Quill': what screen readers say, and the title of the window. */
export function itemTitle(
  item: { viewer_type: string; owner_title: string; title: string; position: number },
  total: number,
): string {
  const kind = item.viewer_type === toWireType('photo') ? 'Photo' : 'Video';
  return `${item.title || kind}${total > 1 ? ` ${item.position} of ${total}` : ''} by ${isolate(item.owner_title)}`;
}
