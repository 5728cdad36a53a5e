import { belongsTo, roles } from '#domains/containers/container-access.rules.ts';
import type { ContainerRow, NamedItem } from '#domains/containers/container-rows.server.ts';
import { isMember } from '#domains/policy/viewer.ts';
import type { ContainerType } from '#lib/container-types.ts';
import type { CallName } from '#lib/form-call.ts';
import { capitalize } from '#lib/text.ts';
import { containerMeta } from './container-meta.ts';
import {
  firstStaffScreen,
  type Action,
  type ContainerScreens,
  type MemberChange,
} from './container-screens.ts';
import { kindScreens, type ScreenKind } from './kind-screens.views.server.ts';
import type { staffCalls } from './membership.calls.ts';
import { peopleLister, type PersonRow } from './people.server.ts';
import { requestLister } from './requests.server.ts';

type StaffCalls = Record<keyof ReturnType<typeof staffCalls>, CallName>;
type PlainKind<Row extends ContainerRow> = Omit<ScreenKind<Row, StaffCalls>, 'ids'> & {
  /** Words for its people; by default members, officers and an owner. */
  words?: PlainWords;
};

export interface PlainWords {
  member: string;
  officer: string;
  owner: string;
  /** Those who decide on requests. */
  staff: string;
}
export const plainWords: PlainWords = {
  member: 'member',
  officer: 'officer',
  owner: 'owner',
  staff: 'officers',
};

/** A kind whose staff are officers and an owner. */
const toRoleLabels = ({ member, officer, owner }: PlainWords): Record<number, string> => ({
  [roles.member]: capitalize(member),
  [roles.moderator]: capitalize(officer),
  [roles.admin]: capitalize(officer),
  [roles.owner]: capitalize(owner),
});

/** The lists of people of such a kind. */
export const plainPeople = <Row extends ContainerRow>(
  type: ContainerType,
  { read, readWithMembers, readAsStaff }: PlainKind<Row>['reader'],
) => ({
  listMembers: peopleLister<Row>({
    type,
    read,
    readWithMembers,
    staffRole: roles.moderator,
    removalRole: roles.moderator,
    roleNames: {
      member: [roles.member, roles.member],
      officer: [roles.moderator, roles.admin],
      owner: [roles.owner, roles.owner],
    },
  }),
  listRequests: requestLister({ type, readAsStaff, hasEmail: false }),
});

function changeMember(
  row: ContainerRow,
  member: PersonRow,
  calls: PlainKind<ContainerRow>['calls'],
  words: PlainWords,
): MemberChange | undefined {
  if (!belongsTo(row, roles.moderator) || member.role >= row.role) return undefined;
  const input = { id: row.id, user_id: member.id };
  const [label, call] =
    member.role >= roles.moderator
      ? [`Make ${words.member} again`, calls.demoteMember]
      : [`Make ${words.officer}`, calls.promoteMember];
  const isOwner = belongsTo(row, roles.owner);
  return {
    label: 'Change',
    ...(row.state === 'archived' ? {} : { save: { call: calls.editMemberByForm, input } }),
    titleLength: 64,
    buttons: isOwner ? [{ label, call, input }] : [],
    more: isOwner ? [{ label: 'Offer ownership', call: calls.offerOwnership, input }] : [],
    isRemovable: true,
  };
}

/** The screens of a kind whose staff are officers and an owner; what differs it writes beside it. */
export function plainScreens<Row extends ContainerRow>(kind: PlainKind<Row>) {
  const { type, reader, calls, words = plainWords } = kind;
  const { member, officer, owner, staff } = words;
  const roleLabels = toRoleLabels(words);
  const ids = { container: 'id', member: 'user_id' };
  const { screens, joinActions } = kindScreens({ ...kind, ids });
  const { path, staffPath, staffScreens } = screens;
  const { listMembers, listRequests } = plainPeople(type, reader);
  function staffAction(row: Row & NamedItem): Action {
    // Requests wait until an archive is opened again.
    const count = row.state === 'open' ? row.requestCount : 0;
    const screen = count ? 'requests' : firstStaffScreen(staffScreens, row);
    return { label: 'Manage', href: staffPath(row, screen), count };
  }
  return {
    ...screens,
    readTab(viewer, { itemId }, tab) {
      if (tab === 'members') return reader.readWithMembers(viewer, itemId);
      // The front of a closed one is its description.
      const isFront = tab === 'about' && isMember(viewer);
      return isFront ? reader.read(viewer, itemId) : reader.readOpen(viewer, itemId);
    },
    isViewCounted: ({ isReadable }) => isReadable,
    actions: (row) => [
      ...joinActions(row),
      ...(row.canInvite ? [{ label: 'Invite friends', href: `${path(row)}/invite` }] : []),
      ...(belongsTo(row, roles.moderator) ? [staffAction(row)] : []),
    ],
    membershipText: 'You are a member. New posts appear in your home feed.',
    notices: (row) => [
      row.membership === 'requested' &&
        `You have asked to join. The ${staff} of the ${type} will decide, and you will get a notification.`,
      row.state === 'archived' &&
        !row.isOwnerless &&
        `This ${type} is archived: you can read it, but nobody can post or join.`,
      row.isArchivedBySite &&
        'The moderators of this site archived it, and only they can reopen it.',
    ],
    meta: (row, origin) =>
      containerMeta({ description: '', ...row }, origin, path(row, 'posts'), {
        interactionStatistic: {
          '@type': 'InteractionCounter',
          interactionType: 'https://schema.org/JoinAction',
          userInteractionCount: row.memberCount,
        },
      }),

    archiveRole: roles.owner,
    staffLabel: `Manage the ${type}`,
    waitingPostsFor: `${officer}s`,
    requests: {
      list: listRequests,
      ids,
      searchLabel: 'Name',
    },
    members: {
      list: listMembers,
      roleLabels,
      title: () => `${capitalize(member)}s`,
      note: ({ title, role }) =>
        title || role > 0 ? [roleLabels[role], title].filter(Boolean).join(' · ') : '',
      roles: {
        '': 'All roles',
        member: `${capitalize(member)}s`,
        officer: `${capitalize(officer)}s`,
        owner: capitalize(owner),
      },
      change: (row, person) => changeMember(row, person, calls, words),
    },
  } satisfies Partial<ContainerScreens<Row>>;
}
