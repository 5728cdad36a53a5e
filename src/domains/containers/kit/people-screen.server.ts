import type { ContainerRow } from '#domains/containers/container-rows.server.ts';
import type { Member, Viewer } from '#domains/policy/viewer.ts';
import { toLine } from '#lib/fields.ts';
import { pageNumber } from '#lib/url-numbers.ts';
import { forbidden } from '#server/errors.ts';
import { findStaffScreen, mayOpen, type ContainerScreens } from './container-screens.ts';
import type { PeopleKind, PeopleList } from './people.server.ts';

/** A list of people as the address of its screen asks for it. */
export interface PeopleScreen {
  part: Exclude<PeopleKind, 'requests'>;
  search: string;
  role: string;
  page: number;
  limit: number;
  list: PeopleList;
}

/** @param query of the address of the screen */
export async function readPeople(
  { members }: ContainerScreens,
  part: PeopleScreen['part'],
  viewer: Viewer,
  id: number,
  query: URLSearchParams,
): Promise<PeopleScreen> {
  const role = query.get('role') ?? '';
  const asked = {
    search: toLine(query.get('search') ?? '', 100),
    role: part === 'members' && Object.hasOwn(members.roles ?? {}, role) ? role : '',
    page: pageNumber(query.get('page')),
    limit: 20,
  };
  return { part, ...asked, list: await members.list(viewer, id, { kind: part, ...asked }) };
}

/** The container of a screen of the staff that all kinds have, for those who may open it. */
export async function readForStaff(
  kind: ContainerScreens,
  part: string,
  viewer: Member,
  id: number,
): Promise<ContainerRow> {
  const screen = findStaffScreen(kind, part);
  const row = await kind.readAsStaff(viewer, id, screen.role);
  if (!mayOpen(row, screen)) throw forbidden();
  return row;
}
