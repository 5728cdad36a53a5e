import { isFrontShown, roles, wayToJoin } from '#domains/containers/container-access.rules.ts';
import { containerMeta } from '#domains/containers/kit/container-meta.ts';
import {
  firstStaffScreen,
  isForEverybody,
  shareAction,
  type Action,
  type ContainerScreens,
} from '#domains/containers/kit/container-screens.ts';
import type { PersonRow } from '#domains/containers/kit/people.server.ts';
import { browsedGroups } from '#domains/groups/browse/group-browse.server.ts';
import { mayCreateGroup } from '#domains/groups/edit/group-changes.server.ts';
import { groupFormValues } from '#domains/groups/edit/group-forms.views.server.ts';
import { listMembers, listRequests } from '#domains/groups/membership/group-members.server.ts';
import { mayAddPhotos } from '#domains/groups/photos/group-photos.server.ts';
import { isMember } from '#domains/policy/viewer.ts';
import { counted } from '#lib/text.ts';
import {
  groupFeedPath,
  groupPath,
  groupStaffPath,
  groupStaffScreens,
  groupTabs,
  tabsOf,
  type GroupTab,
} from './group-paths.ts';
import type { GroupRow } from './group-rows.server.ts';
import * as calls from './groups.calls.ts';
import {
  findExactPrivacy,
  mayChangeGroup,
  mayManageGroup,
  ownsGroup,
  privacyName,
  privacyText,
  roleLabels,
} from './groups.rules.ts';
import { toRoleName } from './groups.schema.ts';
import {
  readGroup,
  readGroupAsStaff,
  readGroupWithMembers,
  readOpenGroup,
} from './one-group.server.ts';

function joinActions(group: GroupRow): Action[] {
  const { membership, rules, joinQuestions: questions } = group;
  const way = wayToJoin(group);
  return [
    ...(way === 'accept'
      ? [{ label: 'Accept invitation', call: calls.acceptInvitation, join: { rules } }]
      : []),
    ...(membership === 'invited' ? [{ label: 'Decline', call: calls.ignoreInvitation }] : []),
    ...(way === 'join' ? [{ label: 'Join', call: calls.join, join: { rules } }] : []),
    ...(way === 'ask'
      ? [{ label: 'Ask to join', call: calls.requestMembership, join: { questions, rules } }]
      : []),
    ...(membership === 'requested' ? [{ label: 'Cancel request', call: calls.cancelRequest }] : []),
  ];
}

function staffAction(group: GroupRow): Action {
  // Requests wait until an archive is opened again.
  const count = group.state === 'open' ? group.requestCount : 0;
  const screen = count ? 'requests' : firstStaffScreen(groupStaffScreens, group);
  return { label: 'Manage', href: groupStaffPath(group.id, screen), count };
}

function changeMember(group: GroupRow, member: PersonRow) {
  if (!mayManageGroup(group) || member.role >= group.role) return undefined;
  const input = { id: group.id, user_id: member.id };
  const [label, call] =
    toRoleName(member.role) === 'officer'
      ? ['Make member again', calls.demoteMember]
      : ['Make officer', calls.promoteMember];
  const isOwner = ownsGroup(group);
  return {
    label: 'Change',
    ...(mayChangeGroup(group) ? { save: { call: calls.editMemberByForm, input } } : {}),
    titleLength: 64,
    buttons: isOwner ? [{ label, call, input }] : [],
    more: isOwner ? [{ label: 'Offer the ownership', call: calls.offerOwnership, input }] : [],
    isRemovable: true,
  };
}

/** Data of groups for the screens of all kinds of containers. */
export const groupScreens: ContainerScreens<GroupRow> = {
  type: 'group',
  area: 'groups',
  tabs: groupTabs,
  path: (id, tab) => groupPath(id, tab as GroupTab),
  tabsOf: (group, current) => tabsOf(group, current as GroupTab),
  feedPath: groupFeedPath,

  read: readGroup,
  readOpen: readOpenGroup,
  readTab(viewer, id, tab) {
    if (tab === 'members') return readGroupWithMembers(viewer, id);
    // The front of a closed group is its description.
    return tab === 'about' && isMember(viewer) ? readGroup(viewer, id) : readOpenGroup(viewer, id);
  },
  readAsStaff: readGroupAsStaff,
  mayAddPhotos: (viewer, { id }) => mayAddPhotos(viewer, id),
  isViewCounted: ({ isReadable }) => isReadable,

  about: (group) => {
    const { description, location, rules, categoryTitle } = group;
    const isFront = isFrontShown(group);
    return {
      description,
      facts: {
        Privacy: privacyText(group),
        Category: isFront ? categoryTitle : '',
        Location: group.isReadable ? location : '',
      },
      texts: { Rules: isFront ? rules : '' },
    };
  },
  isUnread: ({ isUnread }) => isUnread,
  isOrderedByComments: true,

  facts: (group) => [
    { text: group.state === 'archived' ? 'Archived' : privacyName(group) },
    {
      text: counted(group.memberCount, 'member'),
      href: group.isMemberListShown ? groupPath(group.id, 'members') : undefined,
    },
  ],
  actions: (group) => [
    ...joinActions(group),
    ...(group.canInvite
      ? [{ label: 'Invite friends', href: `${groupPath(group.id)}/invite` }]
      : []),
    ...(mayManageGroup(group) ? [staffAction(group)] : []),
  ],
  moreActions: (group) => [...(isForEverybody(group) ? [shareAction('group', group.id)] : [])],
  membershipText: 'You belong to this group, and its posts come to your home feed.',
  memberActions: (group) =>
    group.membership === 'member'
      ? [{ label: 'Your settings', href: `${groupPath(group.id)}/options` }]
      : [],
  notices: (group) => [
    group.membership === 'requested' &&
      'You asked to join. An officer of the group decides; you get a notification.',
    // A ban reads like a group that takes nobody.
    (group.membership === 'banned' || group.membership === 'none') &&
      group.state === 'open' &&
      group.askAgainAt === null &&
      wayToJoin(group) === null &&
      'Nobody can join here at the moment.',
    group.state === 'archived' &&
      !group.isOwnerless &&
      'This group is archived: it can be read, but nobody posts or joins.',
    group.isArchivedBySite &&
      'The moderators of the site archived it, and only they open it again.',
  ],
  meta: (group, origin) =>
    containerMeta(group, origin, groupPath(group.id, 'posts'), {
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/JoinAction',
        userInteractionCount: group.memberCount,
      },
    }),

  calls: { ...calls, archive: calls.archiveGroup },
  archiveRole: roles.owner,
  memberInput: (id, memberId) => ({ id, user_id: memberId }),

  form: {
    create: calls.createGroup,
    edit: calls.editGroupByForm,
    delete: calls.deleteGroup,
    lead: 'A place where its members talk among themselves, open to all or closed.',
    mayCreate: (viewer) => mayCreateGroup(viewer),
    values: (group) => ({ ...groupFormValues(group), privacy: findExactPrivacy(group) ?? '' }),
    archive: {
      verb: 'Archive',
      lead: 'An archived group can be read and left, but nobody posts or joins.',
      toInput: (archives) => ({ archive: archives ? 1 : 0 }),
    },
    content: 'posts, photos',
    formerOwner: 'an officer',
  },

  staffScreens: groupStaffScreens,
  staffPath: groupStaffPath,
  staffLabels: { tabs: 'Manage the group', side: 'Screens for managing the group' },
  waitingPostsFor: 'officers',
  browse: browsedGroups,
  requests: {
    list: listRequests,
    ids: { container: 'id', member: 'user_id' },
    words: { refuse: 'Refuse', refused: 'refused', choose: 'Select', search: 'Name' },
  },
  members: {
    list: listMembers,
    roleLabels,
    title: () => 'Members',
    note: ({ title, role }) =>
      title || role > 0 ? [roleLabels[role], title].filter(Boolean).join(' · ') : '',
    roles: { '': 'All roles', member: 'Members', officer: 'Officers', owner: 'Owner' },
    change: changeMember,
  },
};
