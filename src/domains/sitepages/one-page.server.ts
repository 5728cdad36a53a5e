import { roles } from '#domains/containers/container-access.rules.ts';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { containerReader, type NamedItem } from '#domains/containers/container-rows.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { notFound } from '#server/errors.ts';
import { pageColumns, pagesFor, type PageRow } from './page-rows.server.ts';
import { hasApp, ownsPage, type PageApp } from './sitepages.rules.ts';

export const pageRef = (id: number) => ({ type: 'page', id }) as const satisfies ContainerRef;

/** Without a role, its staff are its admins and its owner. */
export const pageReader = containerReader<PageRow>({
  type: 'page',
  columns: pageColumns,
  from: pagesFor,
  staffRole: roles.admin,
});
export const {
  read: readPage,
  readOpen: readOpenPage,
  readWithMembers: readPageWithMembers,
  readAsStaff: readPageAsStaff,
} = pageReader;

/** As `readOpenPage`; not found if the page hides that part, for its staff too. */
export async function readPageWithApp(
  viewer: Viewer,
  id: number,
  app: PageApp,
): Promise<PageRow & NamedItem> {
  const page = await readOpenPage(viewer, id);
  if (!hasApp(page, app)) throw notFound();
  return page;
}

/** Whether a view counts: others may see it, and its owner looks at it for other reasons. */
export const isViewCounted = (page: PageRow): boolean =>
  (page.state === 'open' || page.state === 'archived') && !ownsPage(page);
