import type { Visibility } from '#domains/containers/container-access.rules.ts';
import { sharedFields } from '#domains/containers/container.fields.ts';
import { fieldList } from '#lib/field-list.ts';
import { descriptionLength, groupTitleLength, maxSlowMode, rulesLength } from './groups.rules.ts';
import type { Group } from './groups.schema.ts';

const membersOrOfficers = {
  type: 'choice',
  options: { member: ['members', 'Members'], officer: ['staff', 'Officers'] },
  /** Members of the group, as well; the interface has three words for two choices. */
  aliases: { registered: 'members' },
  default: 'member',
} as const;

/** Other visibilities are those of other kinds. */
const audiences: Record<Group['auth_view'], readonly [value: Visibility, label: string]> = {
  everyone: ['everyone', 'Everyone'],
  registered: ['registered', 'All members of this site'],
  member: ['members', 'Members of the group'],
};

const { location, isListed, joinPolicy } = sharedFields;

/** The fields of a group; category, picture, privacy and questions are written by hand beside them. */
export const groupFields = fieldList({
  title: {
    wire: 'title',
    type: 'line',
    label: 'Group name',
    max: groupTitleLength,
    isRequired: true,
    isOfContainer: true,
  },
  description: {
    wire: 'description',
    type: 'text',
    label: 'Description',
    max: descriptionLength,
    rows: 5,
    isRequired: true,
  },
  location,
  rules: {
    wire: 'rules',
    type: 'text',
    label: 'Rules',
    hint: 'Shown to everyone who finds the group.',
    max: rulesLength,
  },
  visibility: {
    wire: 'auth_view',
    type: 'choice',
    label: 'Who can read it',
    options: audiences,
    default: 'everyone',
    isOfContainer: true,
  },
  isListed,
  joinPolicy,
  commentPolicy: {
    wire: 'auth_comment',
    type: 'choice',
    label: 'Who can comment',
    options: {
      registered: ['readers', 'Everyone who can read it'],
      member: ['members', 'Members of the group'],
      officer: ['staff', 'Officers'],
    },
    default: 'registered',
    isOfContainer: true,
  },
  photoPolicy: {
    ...membersOrOfficers,
    wire: 'auth_photo',
    label: 'Who can add photos',
    isOfContainer: true,
  },
  eventPolicy: {
    wire: 'auth_event',
    type: 'choice',
    label: 'Who can create events',
    options: {
      registered: ['readers', 'All members of this site, if the group is open'],
      member: ['members', 'Members'],
      officer: ['staff', 'Officers'],
    },
    default: 'member',
  },
  invitePolicy: {
    ...membersOrOfficers,
    wire: 'auth_invite',
    label: 'Who can invite',
    isOfContainer: true,
  },
  memberList: {
    wire: 'auth_members',
    type: 'choice',
    label: 'Who can see the list of members',
    options: {
      registered: ['readers', 'Everyone who can read it'],
      member: ['members', 'Members of the group'],
    },
    default: 'registered',
  },
  postPolicy: {
    wire: 'post_policy',
    type: 'choice',
    label: 'Who can post',
    options: {
      members: ['members', 'Members'],
      approval: ['approval', 'Members, after approval'],
      staff: ['staff', 'Officers only'],
    },
    default: 'members',
    isOfContainer: true,
  },
  newcomerPosts: {
    wire: 'newcomer_posts',
    type: 'number',
    label: 'First posts by a new member that need approval',
    max: 100,
    default: 0,
    steps: { '0': 'None', '1': 'One', '3': 'Three', '10': 'Ten' },
    isOfContainer: true,
  },
  slowModeSeconds: {
    wire: 'slow_mode',
    type: 'number',
    label: 'Slow mode: time between two posts by the same member',
    unit: 'seconds',
    max: maxSlowMode,
    default: 0,
    steps: {
      '0': 'None',
      '60': '1 minute',
      '300': '5 minutes',
      '900': '15 minutes',
      '3600': '1 hour',
      '86400': '1 day',
    },
  },
});
