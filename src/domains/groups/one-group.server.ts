import { roles } from '#domains/containers/container-access.rules.ts';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { containerReader } from '#domains/containers/container-rows.server.ts';
import { groupColumns, groupsFor, type GroupRow } from './group-rows.server.ts';

export const groupRef = (id: number) => ({ type: 'group', id }) as const satisfies ContainerRef;

/** Officers and the owner are its staff. */
export const {
  read: readGroup,
  readOpen: readOpenGroup,
  readWithMembers: readGroupWithMembers,
  readAsStaff: readGroupAsStaff,
} = containerReader<GroupRow>({
  type: 'group',
  columns: groupColumns,
  from: groupsFor,
  staffRole: roles.moderator,
});
