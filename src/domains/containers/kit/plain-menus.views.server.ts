import { belongsTo, roles, wayToJoin } from '#domains/containers/container-access.rules.ts';
import type { ContainerRow, NamedItem } from '#domains/containers/container-rows.server.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { toMenuItem, type MenuItem } from '#lib/shapes.ts';

interface MenuKind {
  type: ContainerType;
  /** Says that somebody asks to join. */
  ask: string;
  /** Label of the list of members. */
  members: string;
}

type Row = ContainerRow & NamedItem & { postCount: number };

/** Menus and tabs that native clients draw, of a kind whose staff are officers and an owner. */
export function plainMenus({ type, ask, members }: MenuKind) {
  const area = `${type}s`;
  const itemOf =
    ({ itemId }: NamedItem) =>
    (name: string, label: string, path: string): MenuItem[] => [
      toMenuItem(name, label, `${area}/${path}/${itemId}`),
    ];

  function editMenu(row: ContainerRow & NamedItem): MenuItem[] {
    const item = itemOf(row);
    if (!belongsTo(row, roles.moderator)) return [];
    return [
      ...(row.state === 'archived' ? [] : item('edit', `Edit ${type}`, 'edit')),
      ...(belongsTo(row, roles.owner) ? item('delete', `Delete ${type}`, 'delete') : []),
    ];
  }

  /** Clients swap `join` with `leave` and `request` with `request-cancel` in these addresses. */
  function gutterMenu(row: Row): MenuItem[] {
    const item = itemOf(row);
    const { membership, canInvite } = row;
    const way = wayToJoin(row);
    const mayLeave = membership === 'member' && !belongsTo(row, roles.owner);
    const isInvited = membership === 'invited';
    const isAsking = membership === 'requested';
    return [
      ...editMenu(row),
      ...(mayLeave ? item('leave', `Leave ${type}`, 'member/leave') : []),
      ...(way === 'join' ? item('join', `Join ${type}`, 'member/join') : []),
      ...(way === 'ask' ? item('request', ask, 'member/request') : []),
      ...(isAsking ? item('cancel', 'Cancel request', 'member/request-cancel') : []),
      ...(way === 'accept' ? item('accept', 'Accept invitation', 'member/accept') : []),
      ...(isInvited ? item('ignore', 'Ignore invitation', 'member/ignore') : []),
      ...(canInvite ? item('invite', 'Invite friends', 'member/invite') : []),
    ];
  }

  function profileTabs(row: Row, photoCount: number) {
    const { itemId, memberCount, postCount, isMemberListShown, isReadable } = row;
    const tab = (item: MenuItem, totalItemCount: number) => ({ ...item, totalItemCount });
    const [list] = itemOf(row)('members', members, 'member/list');
    const shownMembers = isMemberListShown ? [tab(list!, memberCount)] : [];
    if (!isReadable) return shownMembers;
    const subject = { subject_type: type, subject_id: itemId };
    const photos = { [`${type}_id`]: itemId };
    return [
      tab(toMenuItem('update', 'Posts', 'advancedactivity/feeds', subject), postCount),
      ...shownMembers,
      tab(toMenuItem('photos', 'Photos', `${area}/photo/list`, photos), photoCount),
    ];
  }

  return {
    editMenu,
    /** Stands beside the container in the answer of a call. */
    menusView: (row: Row, { menu = true, tabs = true, photoCount = 0 } = {}) => ({
      gutterMenu: menu ? gutterMenu(row) : [],
      profile_tabs: tabs ? profileTabs(row, photoCount) : [],
    }),
  };
}
