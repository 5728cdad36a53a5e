import { beforeAll, test } from 'vitest';
import { dashboardPath, pageRoutes } from '#domains/sitepages/page-paths.ts';
import { expectScreensAccessible } from '../support/accessible-screens.ts';
import { fillPages } from '../support/community.ts';
import { memberOf } from '../support/member.ts';
import { ada, bo, server } from '../support/stage.ts';

let filled: Awaited<ReturnType<typeof fillPages>>;
beforeAll(async () => {
  filled = await fillPages(server, ada, bo, await memberOf(server, 'Cy', 'Stone'));
});

test('the screens of pages are accessible, half of them in each look (axe)', () => {
  const { page, pageAlbumId, pageInvite } = filled;
  const tabs = ['', '/about', '/photos', '/reviews', '/members', '/recommend'];
  return expectScreensAccessible(ada, [
    '/pages',
    '/pages/my-pages',
    '/pages/create',
    pageInvite,
    ...tabs.map((tab) => `/pages/page/${page}${tab}`),
    `/pages/${page}/albums/${pageAlbumId}`,
  ]);
});

test("the screens of a page's dashboard are accessible, half of them in each look (axe)", () =>
  expectScreensAccessible(
    ada,
    pageRoutes.staffScreens.map(({ name }) => dashboardPath(filled.page, name)),
  ));
