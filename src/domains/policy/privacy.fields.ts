import { fieldList } from '#lib/field-list.ts';
import type { ProfileAudience } from './profile-audience.rules.ts';

const unknown = 'Please choose one of these.';
const registered = ['members', 'Members of this site'] as const;
const member = ['friends', 'My friends'] as const;
const owner = ['onlyme', 'Only me'] as const;
/** The interface has two words for the members of this site. */
const aliases = { network: 'members' } as const;

/** An audience of the profile or of a part of it. */
export const profileAudienceEntry = {
  type: 'choice',
  options: {
    everyone: ['everyone', 'Everyone, even without an account'],
    registered,
    member,
    owner,
  } satisfies Record<string, readonly [ProfileAudience, string]>,
  aliases,
  unknown,
} as const;

/** Settings of a member that are not about privacy; columns of `member_settings` as well. */
export const generalSettingFields = fieldList({
  autoplaysVideos: {
    wire: 'autoplay',
    type: 'flag',
    label: 'Play videos in the feed automatically, without sound',
    values: [false, true],
    default: 0,
  },
});

/** The settings of a member about privacy, each a column of `member_settings`. */
export const memberSettingFields = fieldList({
  profileAudience: {
    ...profileAudienceEntry,
    wire: 'privacy',
    label: 'Who sees your profile',
    hint: 'All members see your name and photo where you write.',
    default: 'registered',
  },
  friendsAudience: {
    ...profileAudienceEntry,
    wire: 'friends_privacy',
    label: 'Who sees your list of friends',
    default: 'everyone',
  },
  friendRequestsFrom: {
    wire: 'friend_request',
    type: 'choice',
    label: 'Who can send you friend requests',
    options: {
      everyone: ['everyone', 'Everyone'],
      friends_of_friends: ['friends_of_friends', 'Friends of friends'],
      nobody: ['nobody', 'Nobody'],
    },
    unknown,
    default: 'everyone',
  },
  messagesFrom: {
    wire: 'message',
    type: 'choice',
    label: 'Who can start a conversation with you',
    options: { everyone: ['everyone', 'Everyone'], member },
    unknown,
    default: 'everyone',
  },
  wallPostsFrom: {
    wire: 'comment',
    type: 'choice',
    label: 'Who can post on your profile',
    hint: 'You can delete what others post there.',
    options: { registered, member, owner },
    aliases,
    unknown,
    default: 'member',
  },
  mentionsFrom: {
    wire: 'mention',
    type: 'choice',
    label: 'Who can mention you',
    hint: 'People in the same conversation or community always can.',
    options: { everyone: ['everyone', 'Everyone'], member },
    unknown,
    default: 'member',
  },
  isFindable: {
    wire: 'search',
    type: 'flag',
    label: 'Show me in search and suggestions',
    values: [false, true],
    default: 1,
  },
  isIndexed: {
    wire: 'indexed',
    type: 'flag',
    label: 'Let search engines list my profile',
    hint: 'if everyone can see it',
    values: [false, true],
    default: 1,
  },
});
