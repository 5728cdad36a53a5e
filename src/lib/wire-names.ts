import {
  eachContainer,
  isContainerType,
  toContainerFilter,
  toLongName,
} from './container-types.ts';

/**
 * Our name of each kind of item, and the name that the REST interface, shared addresses and the live
 * stream have for it. Only this file and container-types.ts know both.
 */
const wireTypes = {
  post: 'activity_action',
  /** A comment on a post; on anything else it is a `comment`. */
  post_comment: 'activity_comment',
  comment: 'core_comment',
  member: 'user',
  album: 'album',
  photo: 'album_photo',
  video: 'video',
  link: 'core_link',
  story: 'sitestories_story',
  ...eachContainer('wireType'),
  page_photo: 'sitepage_photo',
  page_review: 'sitepage_review',
  conversation: 'messages_conversation',
  message: 'messages_message',
  ad: 'community_ad',
} as const;

export type ItemType = keyof typeof wireTypes;
export type WireType<Type extends ItemType = ItemType> = (typeof wireTypes)[Type];
export type CommentType = 'post_comment' | 'comment';

export const toWireType = <Type extends ItemType>(type: Type): WireType<Type> => wireTypes[type];

export const itemTypes = Object.keys(wireTypes) as ItemType[];

/** Further names of these types that calls take, such as `sitepage`; answers have the first. */
export const aliasesOf = (types: readonly ItemType[]): string[] =>
  types.flatMap((type) => {
    const alias = isContainerType(type) ? toContainerFilter(type) : type;
    return toLongName(alias) === wireTypes[type] ? alias : [];
  });

/** Undefined for a name that the interface does not know. */
export const fromWireType = (wire: string): ItemType | undefined =>
  itemTypes.find((type) => wireTypes[type] === wire || wireTypes[type] === toLongName(wire));

/** The type of the comments on items of that type: the interface has another for those on posts. */
export const commentTypeOn = (type: ItemType | undefined): CommentType =>
  type === 'post' ? 'post_comment' : 'comment';

export const isCommentType = (type: string): type is CommentType =>
  type === 'post_comment' || type === 'comment';

/** An item as fields of a call. */
export const wireSubject = <Type extends ItemType>({ type, id }: { type: Type; id: number }) => ({
  subject_type: toWireType(type),
  subject_id: id,
});

/** Names an item on the live stream, and wherever the browser keeps something by item. */
export const subjectKey = (type: ItemType, id: number | string): string =>
  `${toWireType(type)} ${id}`;

/** Names a notification in a call; the worker does not load the calls of the pages. */
export const toNotificationFields = (id: number) => ({ action_id: String(id) });
