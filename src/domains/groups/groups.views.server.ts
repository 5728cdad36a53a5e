import { isFrontShown, type Visibility } from '#domains/containers/container-access.rules.ts';
import type { NamedItem } from '#domains/containers/container-rows.server.ts';
import { containerView } from '#domains/containers/kit/kind.views.server.ts';
import { plainMenus } from '#domains/containers/kit/plain-menus.views.server.ts';
import { avatarAddress } from '#domains/members/members.views.server.ts';
import { toWireValues } from '#lib/field-list.ts';
import { toFlag } from '#lib/shapes.ts';
import { groupPath } from './group-paths.ts';
import type { GroupRow } from './group-rows.server.ts';
import { groupFields } from './groups.fields.ts';
import { mayChangeGroup, mayManageGroup } from './groups.rules.ts';
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

const { editMenu, menusView } = plainMenus({
  type: 'group',
  ask: 'Request membership',
  members: 'Members',
});

/** The group as this viewer sees it: without readable posts only its front. */
export function groupView(
  row: GroupRow & NamedItem,
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

export const groupAnswerView = (
  row: GroupRow & NamedItem,
  origin: string,
  options?: Parameters<typeof menusView>[1],
): GroupAnswer => ({ response: groupView(row, origin), ...menusView(row, options) });
