import type { MemberChange } from '#domains/containers/kit/container-screens.ts';
import type { PersonRow } from '#domains/containers/kit/people.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { PageRow } from '#domains/sitepages/page-rows.server.ts';
import { changeRole } from '#domains/sitepages/sitepages.calls.ts';
import { ownsPage } from '#domains/sitepages/sitepages.rules.ts';
import { toRoleName } from '#domains/sitepages/sitepages.schema.ts';

/** How an admin of a page changes somebody below the own role, and the own title. */
export function changeMember(
  page: PageRow,
  member: PersonRow,
  viewer: Member,
): MemberChange | undefined {
  const isOwn = member.id === viewer.id;
  const isClosed = page.state === 'archived';
  if (isOwn ? isClosed : member.role >= page.role) return undefined;
  const ids = { id: page.id, member_id: member.id };
  const role = toRoleName(member.role);
  const input = isOwn ? { ...ids, role } : ids;
  const title = { titleLength: 60, titleHint: 'Shown beside the name.' };
  const save = isClosed ? {} : { save: { call: changeRole, input } };
  if (isOwn) return { label: 'Your title', ...save, ...title, isRemovable: false };
  return {
    label: 'Change',
    ...save,
    ...title,
    roles: {
      ...(ownsPage(page) ? { admin: 'Admin' } : {}),
      moderator: 'Moderator',
      member: 'Member',
    },
    role,
    isRemovable: true,
  };
}
