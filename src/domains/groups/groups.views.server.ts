import {
  isFrontShown,
  wayToJoin,
  type Visibility,
} from '#domains/containers/container-access.rules.ts';
import { containerView } from '#domains/containers/kit/kind.views.server.ts';
import { avatarAddress } from '#domains/members/members.views.server.ts';
import { toWireValues } from '#lib/field-list.ts';
import { toFlag, toMenuItem, type MenuItem } from '#lib/shapes.ts';
import { groupPath } from './group-paths.ts';
import type { GroupRow } from './group-rows.server.ts';
import { groupFields } from './groups.fields.ts';
import { mayChangeGroup, mayManageGroup, ownsGroup } from './groups.rules.ts';
import { toRoleName, type Group, type GroupAnswer } from './groups.schema.ts';

export function toMembership({ membership, role }: GroupRow): Group['membership'] {
  if (membership === 'member') return toRoleName(role);
  return membership === 'banned' ? 'none' : membership;
}

export function toWireAudience(visibility: Visibility): Group['auth_view'] {
  if (visibility === 'everyone') return 'everyone';
  return visibility === 'members' ? 'member' : 'registered';
}

const { commentPolicy, photoPolicy, eventPolicy, invitePolicy, memberList } = groupFields;
const shownPolicies = { commentPolicy, photoPolicy, eventPolicy, invitePolicy, memberList };

/** The group as this viewer sees it: without readable posts only its front. */
export function groupView(
  row: GroupRow,
  origin: string,
  { withMenu = false }: { withMenu?: boolean } = {},
): Group {
  const shown = <Value>(value: Value, hidden: Value): Value => (row.isReadable ? value : hidden);
  return {
    ...containerView(row, origin, groupPath(row.id)),
    group_id: row.id,
    user_id: shown(row.owner?.id ?? 0, 0),
    description: row.description,
    category_id: isFrontShown(row) ? row.categoryId : 0,
    category_title: isFrontShown(row) ? row.categoryTitle : '',
    invite: toFlag(row.invitePolicy === 'members'),
    approval: toFlag(row.joinPolicy !== 'open'),
    photo_id: row.avatar ? row.id : 0,
    post_count: shown(row.postCount, 0),
    location: shown(row.location, ''),
    // An invitation is accepted with them.
    rules: isFrontShown(row) || row.membership === 'invited' ? row.rules : '',
    owner_title: shown(row.owner?.displayname ?? '', ''),
    owner_image_icon: avatarAddress(shown(row.owner?.avatar ?? null, null), origin),
    edit: toFlag(mayChangeGroup(row)),
    membership: toMembership(row),
    auth_view: toWireAudience(row.visibility),
    ...toWireValues(shownPolicies, row),
    is_unread: toFlag(row.isUnread),
    ...(withMenu && mayManageGroup(row) ? { menu: editMenu(row) } : {}),
  };
}

const itemOf =
  ({ id }: GroupRow) =>
  (name: string, label: string, path: string): MenuItem =>
    toMenuItem(name, label, `groups/${path}/${id}`);

function editMenu(row: GroupRow): MenuItem[] {
  const item = itemOf(row);
  return [
    ...(mayChangeGroup(row) ? [item('edit', 'Edit group', 'edit')] : []),
    ...(ownsGroup(row) ? [item('delete', 'Delete group', 'delete')] : []),
  ];
}

/** Clients swap `join` with `leave` and `request` with `request-cancel` in these addresses. */
function gutterMenu(row: GroupRow): MenuItem[] {
  const item = itemOf(row);
  const way = wayToJoin(row);
  const isMember = row.membership === 'member';
  return [
    ...(mayManageGroup(row) ? editMenu(row) : []),
    ...(isMember && !ownsGroup(row) ? [item('leave', 'Leave group', 'member/leave')] : []),
    ...(way === 'join' ? [item('join', 'Join group', 'member/join')] : []),
    ...(way === 'ask' ? [item('request', 'Request membership', 'member/request')] : []),
    ...(row.membership === 'requested'
      ? [item('cancel', 'Cancel request', 'member/request-cancel')]
      : []),
    ...(way === 'accept' ? [item('accept', 'Accept invitation', 'member/accept')] : []),
    ...(row.membership === 'invited' ? [item('ignore', 'Ignore invitation', 'member/ignore')] : []),
    ...(row.canInvite ? [item('invite', 'Invite friends', 'member/invite')] : []),
  ];
}

function profileTabs(row: GroupRow, photoCount: number): GroupAnswer['profile_tabs'] {
  const subject = { subject_type: 'group', subject_id: row.id };
  const members = {
    ...itemOf(row)('members', 'Members', 'member/list'),
    totalItemCount: row.memberCount,
  };
  const shownMembers = row.isMemberListShown ? [members] : [];
  if (!row.isReadable) return shownMembers;
  return [
    {
      ...toMenuItem('update', 'Posts', 'advancedactivity/feeds', subject),
      totalItemCount: row.postCount,
    },
    ...shownMembers,
    {
      ...toMenuItem('photos', 'Photos', 'groups/photo/list', { group_id: row.id }),
      totalItemCount: photoCount,
    },
  ];
}

export const groupAnswerView = (
  row: GroupRow,
  origin: string,
  { menu = true, tabs = true, photoCount = 0 } = {},
): GroupAnswer => ({
  response: groupView(row, origin),
  gutterMenu: menu ? gutterMenu(row) : [],
  profile_tabs: tabs ? profileTabs(row, photoCount) : [],
});
