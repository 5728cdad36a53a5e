import { roles } from '#domains/containers/container-access.rules.ts';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { containerReader } from '#domains/containers/container-rows.server.ts';
import { countContainerView } from '#domains/containers/statistics/views.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { pageColumns, pagesFor, type PageRow } from './page-rows.server.ts';
import { ownsPage } from './sitepages.rules.ts';

export const pageRef = (id: number) => ({ type: 'page', id }) as const satisfies ContainerRef;

/** Without a role, its staff are its admins and its owner. */
export const {
  read: readPage,
  readOpen: readOpenPage,
  readWithMembers: readPageWithMembers,
  readAsStaff: readPageAsStaff,
} = containerReader<PageRow>({
  type: 'page',
  columns: pageColumns,
  from: pagesFor,
  staffRole: roles.admin,
});

/** Counts a view of a page that others may see; its owner looks at it for other reasons. */
export function countPageView(viewer: Viewer, page: PageRow): void {
  const isPublished = page.state === 'open' || page.state === 'archived';
  if (isPublished && !ownsPage(page)) countContainerView(viewer, pageRef(page.id));
}
