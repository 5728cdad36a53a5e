import {
  avatarAddress,
  memberImages,
  userLiteView,
  type MemberCard,
} from '#domains/members/members.views.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { isContainerType, type ContainerType } from '#lib/container-types.ts';
import { toWireTime } from '#lib/dates.ts';
import { toWireType, type ItemType } from '#lib/wire-names.ts';
import { entriesOf } from '#server/domain.ts';
import {
  beginsWithItem,
  getDestination,
  hasNoActor,
  isLinkedBySubject,
  notificationText,
  toWireNotificationType,
  videoTypeIn,
} from './notices.server.ts';
import { actorsText, nounOf } from './notifications.rules.ts';
import type { Badges, Notification } from './notifications.schema.ts';

export interface NotificationRow {
  id: number;
  type: string;
  subjectType: ItemType;
  subjectId: number;
  isRead: boolean;
  updatedAt: string;
  count: number;
  /** Ids of the newest two. */
  actors: MemberCard[];
  contextType: ItemType;
  contextId: number;
  /** The container of a video that is ready; null on a member's wall. */
  container: { type: ContainerType; id: number } | null;
  /** Source of the newest action; '' and 0 if it has no id. */
  sourceType: ItemType | '' | 'report' | 'pending_post' | 'occasion';
  sourceId: number;
  body: string | null;
  /** The item of a notice that the site sends, if it has a title. */
  item: { title: string; picture: string | null } | null;
}

/** The text on one line; what members have written is cut with an ellipsis. */
function toLabel(body: string, isFromSite: boolean): string {
  const line = [...body.replace(/\s+/g, ' ').trim()];
  return line.length > 90 && !isFromSite
    ? `${line.slice(0, 85).join('').trimEnd()}…`
    : line.join('');
}

/**
 * The object in the response: a comment carries the id of its post, and an item without an address
 * of its own that of its context. Items of a container have addresses.
 */
function toWireObject(row: NotificationRow, member: Member): [type: ItemType, id: number] {
  if (row.type === 'friend_request') return ['member', member.id];
  if (row.type === 'shared') return ['post', row.sourceId];
  if (row.subjectType === 'post_comment') return [row.subjectType, row.contextId];
  return row.type.startsWith('video_') || isContainerType(row.subjectType)
    ? [row.subjectType, row.subjectId]
    : [row.contextType, row.contextId];
}

/**
 * Id of the comment, if the source or the subject is one: on a long thread nobody would find it
 * otherwise.
 */
function commentIn({
  subjectType,
  subjectId,
  sourceType,
  sourceId,
}: NotificationRow): number | null {
  if (sourceType === 'post_comment') return sourceId;
  return subjectType === 'post_comment' ? subjectId : null;
}

/**
 * The address of the specification, with the position on its page, as comments/comment-address.ts
 * writes it.
 */
function toUrl(row: NotificationRow, destination: string | null): string | null {
  const comment = commentIn(row);
  return comment !== null && destination?.startsWith('/posts/')
    ? `${destination}?comment=${comment}#comment-${comment}`
    : destination;
}

const pathOf = ({ type, contextType, contextId }: NotificationRow) =>
  entriesOf('notificationPaths').get(type)?.(contextType, contextId);

/** The text that clients put together, beginning with the actors or the item. */
const toBodyParts = (
  action: string,
  params: Notification['action_type_body_params'],
): Pick<Notification, 'action_type_body' | 'action_type_body_params'> => ({
  action_type_body: [...params.map(({ search }) => search), action].join(' '),
  action_type_body_params: params,
});

export function notificationView(
  row: NotificationRow,
  member: Member,
  origin: string,
): Notification {
  const [subject, other] = row.actors as [MemberCard, MemberCard?];
  const isAboutMe = row.type === 'friend_request';
  const [objectType, object_id] = toWireObject(row, member);
  const object_type = toWireType(objectType);
  const who = actorsText(
    row.actors.map(({ displayname }) => displayname),
    row.count,
  );
  const isPlain = hasNoActor(row.type);
  const { item } = row;
  const start = isPlain && beginsWithItem(row.type) ? (item?.title ?? '') : '';
  const action = notificationText(row.type, row.subjectType, start !== '');
  const [subjectType, subjectId] = isLinkedBySubject(row.type, objectType)
    ? [objectType, object_id]
    : (['member', subject.id] as const);
  const videoType = videoTypeIn(row.container?.type);
  const parent = (videoType && row.container) || undefined;
  const type = videoType ?? row.type;
  const target = { type, objectType, objectId: object_id, subjectId, parent };
  const bodyParts = toBodyParts(action, [
    ...(isPlain
      ? []
      : [{ search: '{item:$subject}', type: toWireType('member'), id: subject.id, label: who }]),
    ...(start
      ? [{ search: '{item:$object}', type: object_type, id: object_id, label: start }]
      : []),
  ]);
  return {
    notification_id: row.id,
    user_id: member.id,
    type: toWireNotificationType(type),
    subject_type: toWireType(subjectType),
    subject_id: subjectId,
    subject: userLiteView(subject, origin),
    subject_count: row.count,
    ...(other && row.count === 2 ? { other: userLiteView(other, origin) } : {}),
    object_type,
    object_id,
    object: {
      type: object_type,
      id: object_id,
      ...(parent ? { parent_type: toWireType(parent.type), parent_id: Number(parent.id) } : {}),
      ...(objectType === 'member'
        ? {
            ...memberImages(isAboutMe ? member : subject, origin),
            image_icon: avatarAddress((isAboutMe ? member : subject).avatar, origin),
          }
        : {}),
      ...(item ? { title: item.title, image_icon: avatarAddress(item.picture, origin) } : {}),
    },
    params: {
      object_type_name: nounOf(row.subjectType),
      label: toLabel(row.body ?? '', isPlain),
      ...(subjectType === 'member'
        ? {}
        : { user_id: subject.id, displayname: subject.displayname }),
    },
    read: row.isRead ? 1 : 0,
    mitigated: 0,
    show: 1,
    date: toWireTime(row.updatedAt),
    feed_title: [isPlain ? start : who, action].filter(Boolean).join(' '),
    ...bodyParts,
    url: toUrl(row, pathOf(row) ?? getDestination(target)),
  };
}

/** Pending items of a member, by the badges that show them. */
export interface BadgeCounts {
  notifications: number;
  friendRequests: number;
  messages: number;
  /** Reported items that wait for a decision. */
  reports: number;
  /** Pages that wait for approval. */
  submissions: number;
  /** Ads that wait for approval. */
  ads: number;
}

export const badgesView = ({ friendRequests, ...counts }: BadgeCounts): Badges => ({
  ...counts,
  friend_requests: friendRequests,
});
