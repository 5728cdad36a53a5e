import { isFrontShown, type Visibility } from '#domains/containers/container-access.rules.ts';
import type { NamedItem } from '#domains/containers/container-rows.server.ts';
import { plainViews, toMembership } from '#domains/containers/kit/plain.views.server.ts';
import { toWireValues } from '#lib/field-list.ts';
import { toFlag } from '#lib/shapes.ts';
import { groupPath } from './group-paths.ts';
import type { GroupRow } from './group-rows.server.ts';
import { groupFields } from './groups.fields.ts';
import type { Group, GroupAnswer } from './groups.schema.ts';

export function toWireAudience(visibility: Visibility): Group['auth_view'] {
  if (visibility === 'everyone') return 'everyone';
  return visibility === 'members' ? 'member' : 'registered';
}

const { commentPolicy, photoPolicy, eventPolicy, invitePolicy, memberList } = groupFields;
const shownPolicies = { commentPolicy, photoPolicy, eventPolicy, invitePolicy, memberList };
const { containerView, oneView, peopleView } = plainViews({ type: 'group' });
export const groupPeopleView = peopleView;

/** The group as this viewer sees it: without readable posts only its front. */
export const groupView = (
  row: GroupRow & NamedItem,
  origin: string,
  { withMenu }: { withMenu?: boolean } = {},
): Group => ({
  ...containerView(row, origin, { path: groupPath(row.id), withMenu }),
  group_id: row.id,
  post_count: row.isReadable ? row.postCount : 0,
  // An invitation is accepted with them.
  rules: isFrontShown(row) || row.membership === 'invited' ? row.rules : '',
  membership: toMembership(row, 'officer'),
  auth_view: toWireAudience(row.visibility),
  ...toWireValues(shownPolicies, row),
  is_unread: toFlag(row.isUnread),
});

export const groupAnswerView = (
  row: GroupRow & NamedItem,
  origin: string,
  options?: Parameters<typeof oneView>[2],
): GroupAnswer => oneView(row, groupView(row, origin), options);
