import { atOnce, noticeIn } from '#domains/notifications/notification-kinds.ts';

const notice = noticeIn('Groups');

/** Types of notifications about groups, in the order of the settings. */
export const groupNotices = {
  group_invite: notice('invited you to a group.', 'Somebody invites you to a group'),
  group_approve: notice('asked to join your group.', 'Somebody asks to join your group'),
  group_accepted: notice(
    'accepted your request to join a group.',
    'Your request to join a group is accepted',
  ),
  group_promote: notice(
    'made you an officer of a group.',
    'Somebody makes you an officer of a group',
    atOnce,
  ),
  group_ownership: notice(
    'offered you ownership of a group.',
    'Somebody offers you ownership of a group',
    atOnce,
  ),
  group_post: notice(
    'posted in one of your groups.',
    'Somebody posts in a group you want all posts from',
  ),
  group_announcement: notice(
    'announced a post to the members of a group.',
    'A group announces something to its members',
  ),
};

declare module '#domains/notifications/notification-kinds.ts' {
  interface NoticeTypes {
    groups: keyof typeof groupNotices;
  }
}
