import { beforeAll, test } from 'vitest';
import { groupPath, groupRoutes, groupStaffPath } from '#domains/groups/group-paths.ts';
import { expectScreensAccessible } from '../support/accessible-screens.ts';
import { fillGroup } from '../support/community.ts';
import { ada, bo, server } from '../support/stage.ts';

let filled: Awaited<ReturnType<typeof fillGroup>>;
beforeAll(async () => {
  filled = await fillGroup(server, ada, bo);
});

test('the screens of groups are accessible, half of them in each look (axe)', () => {
  const { group, groupAlbum, groupInvite } = filled;
  return expectScreensAccessible(ada, [
    '/groups/browse',
    '/groups/my-groups',
    '/groups/create',
    groupInvite,
    ...Object.keys(groupRoutes.tabs).map((tab) => groupPath(group, tab)),
    `/groups/${group}/albums/${groupAlbum}`,
    ...['options', 'invite'].map((name) => `${groupPath(group)}/${name}`),
  ]);
});

test("the screens of a group's staff are accessible, half of them in each look (axe)", () =>
  expectScreensAccessible(
    ada,
    groupRoutes.staffScreens.map(({ name }) => groupStaffPath(filled.group, name)),
  ));
