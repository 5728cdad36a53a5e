import { roles } from '#domains/containers/container-access.rules.ts';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { containerReader } from '#domains/containers/container-rows.server.ts';
import { checkNotArchived } from '#domains/containers/membership/staff.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { groupColumns, groupsFor, type GroupRow } from './group-rows.server.ts';

export const groupRef = (id: number) => ({ type: 'group', id }) as const satisfies ContainerRef;

/** Officers and the owner are its staff. */
export const groupReader = containerReader<GroupRow>({
  type: 'group',
  columns: groupColumns,
  from: groupsFor,
  staffRole: roles.moderator,
});
export const {
  read: readGroup,
  readOpen: readOpenGroup,
  readAsStaff: readGroupAsStaff,
} = groupReader;

/** As `readGroupAsStaff`; forbidden in an archive, where staff changes nothing. */
export async function readChangeableGroup(member: Member, id: number): Promise<GroupRow> {
  const row = await readGroupAsStaff(member, id);
  checkNotArchived(row);
  return row;
}
