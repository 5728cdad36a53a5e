import {
  isFrontShown,
  isOwnerOf,
  mayChange,
  mayManage,
  roles,
  wayToJoin,
  type MembershipState,
} from '#domains/containers/container-access.rules.ts';
import type { ContainerRow, NamedItem } from '#domains/containers/container-rows.server.ts';
import { avatarAddress, userLiteView } from '#domains/members/members.views.server.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { toWireTime } from '#lib/dates.ts';
import { toFlag, toMenuItem, type MenuItem } from '#lib/shapes.ts';
import { capitalize } from '#lib/text.ts';
import type { KindCategory } from './container-list.server.ts';
import type { ProfileTab } from './kind.schema.ts';
import { containerView } from './kind.views.server.ts';
import type { ListedMember, PeopleKind, PeopleList } from './people.server.ts';
import { plainWords, type PlainWords } from './plain-screens.views.server.ts';

// Answers to native clients about a kind whose staff are officers and an owner.

type Row = ContainerRow &
  NamedItem & {
    description: string;
    location: string;
    categoryId: number;
    categoryTitle: string;
    postCount: number;
    modifiedAt: string;
  };

interface PeopleOptions {
  kind: PeopleKind;
  withMenu: boolean;
  origin: string;
}

export function toRoleName<Officer extends string>(role: number, officer: Officer) {
  if (role >= roles.owner) return 'owner';
  return role >= roles.moderator ? officer : 'member';
}

export function toMembership<Officer extends string>(
  { membership, role }: { membership: MembershipState; role: number },
  officer: Officer,
) {
  if (membership === 'member') return toRoleName(role, officer);
  return membership === 'banned' ? 'none' : membership;
}

export function toPeopleKind(flags: Record<'waiting' | 'banned' | 'invited', unknown>): PeopleKind {
  if (flags.waiting) return 'requests';
  if (flags.banned) return 'bans';
  return flags.invited ? 'invitations' : 'members';
}

export const categoryOptions = (categories: KindCategory[]) =>
  Object.fromEntries(categories.map(({ id, title }) => [String(id), title]));

interface ViewedKind {
  type: ContainerType;
  words?: PlainWords;
  /** The action that asks to join. */
  ask?: string;
}

export function plainViews({ type, words = plainWords, ask = 'Ask to join' }: ViewedKind) {
  const members = capitalize(words.member) + 's';
  const toItem =
    ({ itemId }: NamedItem, urlParams?: MenuItem['urlParams']) =>
    (name: string, label: string, path = `member/${name}`): MenuItem =>
      toMenuItem(name, label, `${type}s/${path}/${itemId}`, urlParams);

  function editMenu(row: Row): MenuItem[] {
    const item = toItem(row);
    return [
      ...(mayChange(row) ? [item('edit', `Edit ${type}`, 'edit')] : []),
      ...(isOwnerOf(row) ? [item('delete', `Delete ${type}`, 'delete')] : []),
    ];
  }

  /** Clients swap `join` with `leave` and `request` with `request-cancel` in these addresses. */
  function gutterMenu(row: Row): MenuItem[] {
    const item = toItem(row);
    const { membership } = row;
    const way = wayToJoin(row);
    return [
      ...(mayManage(row) ? editMenu(row) : []),
      ...(membership === 'member' && !isOwnerOf(row) ? [item('leave', `Leave ${type}`)] : []),
      ...(way === 'join' ? [item('join', `Join ${type}`)] : []),
      ...(way === 'ask' ? [item('request', ask)] : []),
      ...(membership === 'requested'
        ? [item('cancel', 'Cancel request', 'member/request-cancel')]
        : []),
      ...(way === 'accept' ? [item('accept', 'Accept invitation')] : []),
      ...(membership === 'invited' ? [item('ignore', 'Decline invitation')] : []),
      ...(row.canInvite ? [item('invite', 'Invite friends')] : []),
    ];
  }

  function profileTabs(row: Row, photoCount: number): ProfileTab[] {
    const id = row.itemId;
    const item = toItem(row)('members', members, 'member/list');
    const shownMembers = row.isMemberListShown
      ? [{ ...item, totalItemCount: row.memberCount }]
      : [];
    if (!row.isReadable) return shownMembers;
    const subject = { subject_type: type, subject_id: id };
    const posts = toMenuItem('update', 'Posts', 'advancedactivity/feeds', subject);
    const photos = toMenuItem('photos', 'Photos', `${type}s/photo/list`, { [`${type}_id`]: id });
    return [
      { ...posts, totalItemCount: row.postCount },
      ...shownMembers,
      { ...photos, totalItemCount: photoCount },
    ];
  }

  /** Actions of its staff on somebody in a list; null for others. */
  function personMenu(
    row: ContainerRow & NamedItem,
    person: ListedMember,
    kind: PeopleKind,
    more: Array<[name: string, label: string]>,
  ): MenuItem[] | null {
    const isManaged = mayManage(row) && person.role < row.role;
    const isChangeable = isManaged && mayChange(row);
    if (!isManaged && !person.isRemovable) return null;
    const item = toItem(row, { user_id: person.id });
    if ((kind === 'requests' || kind === 'invitations') && !isChangeable) return [];
    if (kind === 'requests') return [item('approve', 'Approve'), item('cancel', 'Reject')];
    if (kind === 'invitations')
      return [item('resend', 'Send again'), item('cancel', 'Revoke invitation')];
    if (kind === 'bans') return [item('unban', 'End ban')];
    const role =
      person.role >= roles.moderator
        ? item('demote', `Make ${words.member} again`)
        : item('promote', `Make ${words.officer}`);
    return [
      ...(isChangeable ? more.map(([name, label]) => item(name, label)) : []),
      ...(isChangeable && isOwnerOf(row) ? [role] : []),
      ...(isChangeable ? [item('edit', 'Edit title')] : []),
      ...(person.isRemovable ? [item('remove', 'Remove'), item('ban', 'Ban')] : []),
    ];
  }

  return {
    /** The fields of `plainContainer`, for viewers without readable posts those of its front. */
    containerView(
      row: Row,
      origin: string,
      { path, withMenu = false }: { path: string; withMenu?: boolean | undefined },
    ) {
      const owner = row.isReadable ? row.owner : null;
      const isFront = isFrontShown(row);
      return {
        ...containerView(row, origin, path),
        user_id: owner?.id ?? 0,
        description: row.description,
        category_id: isFront ? row.categoryId : 0,
        category_title: isFront ? row.categoryTitle : '',
        invite: toFlag(row.invitePolicy === 'members'),
        approval: toFlag(row.joinPolicy !== 'open'),
        photo_id: row.avatar ? row.id : 0,
        location: row.isReadable ? row.location : '',
        owner_title: owner?.displayname ?? '',
        owner_image_icon: avatarAddress(owner?.avatar ?? null, origin),
        edit: toFlag(mayChange(row)),
        ...(withMenu && mayManage(row) ? { menu: editMenu(row) } : {}),
      };
    },

    oneView: <View>(
      row: Row,
      response: View,
      { menu = true, tabs = true, photoCount = 0 } = {},
    ) => ({
      response,
      gutterMenu: menu ? gutterMenu(row) : [],
      profile_tabs: tabs ? profileTabs(row, photoCount) : [],
    }),

    /** @param view further fields of each, and actions before those that all have */
    peopleView: <Person extends ListedMember, View>(
      { row, total, members }: Pick<PeopleList<ContainerRow, Person>, 'row' | 'total' | 'members'>,
      { kind, withMenu, origin }: PeopleOptions,
      view: (person: Person) => { fields: View; more?: Array<[name: string, label: string]> },
    ) => ({
      members: members.map((person) => {
        const { fields, more = [] } = view(person);
        return {
          ...userLiteView(person, origin),
          is_owner: toFlag(person.id === row.owner?.id),
          join_date: toWireTime(person.since),
          ...(kind === 'bans'
            ? {
                reason: person.reason,
                banned_until: person.bannedUntil ? toWireTime(person.bannedUntil) : '',
              }
            : {}),
          ...fields,
          menu: withMenu ? personMenu(row, person, kind, more) : null,
        };
      }),
      totalItemCount: total,
      getTotalItemCount: total,
      getWaitingItemCount: mayManage(row) ? row.requestCount : 0,
      waiting: toFlag(kind === 'requests'),
      canEdit: toFlag(mayChange(row)),
    }),
  };
}

/** A page of a list. */
export const listView = <Listed, View>(
  { total, rows }: { total: number; rows: Listed[] },
  { page, canCreate }: { page: number; canCreate: boolean },
  view: (row: Listed) => View,
) => ({
  canCreate: toFlag(canCreate),
  totalItemCount: total,
  getTotalItemCount: total,
  page,
  response: rows.map(view),
});
