import type { NamedItem, NamedRow } from '#domains/containers/container-rows.server.ts';
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
  /** With the changes of the kind, and the roles to filter by. */
  isChanging: boolean;
  list: PeopleList;
}

/**
 * @param query of the address of the screen
 * @param isOfStaff the screen on which staff changes members, who are listed apart from it
 */
export async function readPeople(
  kind: ContainerScreens,
  part: PeopleScreen['part'],
  viewer: Viewer,
  { itemId }: NamedItem,
  query: URLSearchParams,
  { isOfStaff = false } = {},
): Promise<PeopleScreen> {
  const { list, roles = {} } = kind.members;
  const isChanging = part === 'members' && isOfStaff === Boolean(findStaffScreen(kind, 'members'));
  const role = query.get('role') ?? '';
  const asked = {
    search: toLine(query.get('search') ?? '', 100),
    role: isChanging && Object.hasOwn(roles, role) ? role : '',
    page: pageNumber(query.get('page')),
    limit: 20,
  };
  const usualRole = isOfStaff && !asked.search ? 'member' : '';
  const listed = { kind: part, ...asked, role: asked.role || usualRole };
  return { part, ...asked, isChanging, list: await list(viewer, itemId, listed) };
}

/** The container of a screen of the staff that all kinds have, for those who may open it. */
export async function readForStaff(
  kind: ContainerScreens,
  part: string,
  viewer: Member,
  item: NamedItem,
): Promise<NamedRow> {
  const screen = findStaffScreen(kind, part);
  const row = await kind.readAsStaff(viewer, item, screen.role);
  if (!mayOpen(row, screen)) throw forbidden();
  return row;
}
