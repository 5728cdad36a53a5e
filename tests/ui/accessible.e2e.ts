import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  groupPath,
  groupStaffPath,
  groupStaffScreens,
  groupTabs,
  type GroupTab,
} from '#domains/groups/group-paths.ts';
import { dashboardScreens } from '#domains/sitepages/page-paths.ts';
import { postgresAt } from '#server/postgres-at.ts';
import { act, writePost } from '../support/act.ts';
import { expectAccessible } from '../support/axe.ts';
import { expectNoProblems, launchBrowser, openWindow, showAs } from '../support/browser.ts';
import { fillCommunity } from '../support/community.ts';
import { addCrowd, memberOf, type ApiMember } from '../support/member.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';
import { fitsWidth } from '../support/width.ts';

/*
 * Screens as they are when they are opened. States that need an action, such as a story that
 * plays, are checked in the test that does it.
 */

let server: SharedServer;
let browser: Browser;
let ada: ApiMember;
let bo: ApiMember;
let post: number;

beforeAll(async () => {
  [server, browser] = await Promise.all([borrowServer(), launchBrowser()]);
  ada = await memberOf(server, 'Ada', 'Quill');
  bo = await memberOf(server, 'Maximiliane-Theodora', 'Hohenberger-Zwickau');
  post = await writePost(server, bo, `A long one ${'with words '.repeat(60)}`);
  await act(server, ada, '/advancedactivity/comment', { action_id: post, body: 'A comment' });
  await act(server, bo, '/user/add', { user_id: ada.id });
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const forVisitors = [
  '/',
  '/nowhere',
  '/login',
  '/login?changed',
  '/signup',
  '/signup/verify?email=ada@hearth.example&sent',
  '/forgot-password',
  '/forgot-password?sent',
  '/reset-password/abc/12',
];

test.each(['phone', 'desktop'] as const)(
  'in both themes on a %s: home, its menu, a post, and the screens of visitors, who open no stream (axe)',
  async (screen) => {
    const look = { inBothThemes: true, beyond: 'best-practice' } as const;
    const visit = await openWindowAs(browser, ada, { origin: server.origin, screen });
    const { page } = visit;
    await page.goto('/home');
    await page.getByRole('button', { name: 'Comment', exact: true }).first().click();
    await page.getByLabel('Write a comment').first().waitFor();
    await waitForHydration(visit);
    await expectAccessible(page, 'home', look);
    await page.getByRole('button', { name: 'Settings' }).click();
    await expectAccessible(page, 'home with its menu', look);
    await page.goto(`/posts/${post}`);
    await waitForHydration(visit);
    await page.getByLabel('Write a comment').first().waitFor();
    await expectAccessible(page, 'a post', look);
    expectNoProblems(visit);
    await visit.context.close();

    const stranger = await openWindow(browser, { origin: server.origin, screen });
    const asked: string[] = [];
    stranger.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    for (const path of forVisitors) {
      await stranger.page.goto(path);
      await expectAccessible(stranger.page, path, { inBothThemes: true, beyond: 'everything' });
    }
    expect(asked).toContain('/');
    expect(asked).not.toContain('/live');
    await stranger.context.close();
  },
);

const settings = '/profile/settings';
const forMembers = () => [
  settings,
  ...[
    'privacy',
    'notifications',
    'advancednotifications',
    'subscriptions',
    'appearance',
    'change-password',
    'devices',
    'blocked',
    'export',
    'delete-account',
  ].map((name) => `${settings}/${name}`),
  '/profile/edit',
  '/profile/view-as',
  '/profile/view-as/visitor/posts',
  '/invite',
  '/contact',
  '/friends',
  '/friends/suggestions',
  `/profile/${bo.id}/posts`,
  `/profile/${bo.id}/info`,
  `/profile/${ada.id}/friends`,
];

test('the screens of members, on a desktop in the light theme and on a phone in the dark one (axe)', async () => {
  const visit = await openWindowAs(browser, ada, { origin: server.origin });
  const { page } = visit;
  for (const path of forMembers()) {
    await page.goto(path);
    if (path === '/friends') {
      await waitForHydration(visit);
      await page.getByRole('button', { name: 'Friend requests' }).click();
      await page
        .getByRole('group', { name: 'Friend requests', exact: true })
        .getByRole('link', { name: /Maximiliane/ })
        .waitFor();
    }
    await expectAccessible(page, `${path}, desktop`);
    await showAs(page, 'phone', 'dark');
    await expectAccessible(page, `${path}, phone`);
    await showAs(page, 'desktop', 'light');
  }
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`
    insert into friend_requests (sender_id, recipient_id)
    select sender_id, ${ada.id}
    from unnest(${await addCrowd(server, 22)}::bigint[]) as c (sender_id)`;
  await sql.end();
  await showAs(page, 'phone', 'light');
  await page.goto('/friends');
  await page.getByRole('link', { name: 'Page 2' }).waitFor();
  expect(await fitsWidth(page)).toBe(true);
  expectNoProblems(visit);
  await visit.context.close();
});

/** Half of the screens on a desktop in the light theme, the other half on a phone in the dark one. */
async function expectScreensAccessible(owner: ApiMember, screens: string[]): Promise<void> {
  const visit = await openWindowAs(browser, owner, { origin: server.origin });
  const { page } = visit;
  // One look after the other: changing it takes as long as loading a screen.
  for (const isPhone of [false, true]) {
    await showAs(page, isPhone ? 'phone' : 'desktop', isPhone ? 'dark' : 'light');
    for (const screen of screens.filter((_, index) => index % 2 === Number(isPhone))) {
      const answer = await page.goto(screen);
      expect([answer?.status(), new URL(page.url()).pathname]).toEqual([200, screen]);
      await expectAccessible(page, screen);
    }
  }
  expectNoProblems(visit);
  await visit.context.close();
}

let filled: ReturnType<typeof fillCommunity> | undefined;
const community = () => (filled ??= fillCommunity(server));

test('the screens of pages, half of them in each look (axe)', async () => {
  const { page, pageAlbumId, pageInvite, ada: owner } = await community();
  const tabs = ['', '/about', '/photos', '/reviews', '/members', '/recommend'];
  await expectScreensAccessible(owner, [
    '/pages',
    '/pages/my-pages',
    '/pages/create',
    pageInvite,
    ...tabs.map((tab) => `/pages/page/${page}${tab}`),
    `/pages/${page}/albums/${pageAlbumId}`,
  ]);
});

test("the screens of a page's dashboard, half of them in each look (axe)", async () => {
  const { page, ada: owner } = await community();
  await expectScreensAccessible(
    owner,
    dashboardScreens.map(({ name }) => `/pages/page/${page}/dashboard/${name}`),
  );
});

test('the screens of groups and of their staff, half of them in each look (axe)', async () => {
  const { group, groupAlbum, groupInvite, ada: owner } = await community();
  const tabs = Object.keys(groupTabs) as GroupTab[];
  await expectScreensAccessible(owner, [
    '/groups/browse',
    '/groups/my-groups',
    '/groups/create',
    groupInvite,
    ...tabs.map((tab) => groupPath(group, tab)),
    `/groups/${group}/albums/${groupAlbum}`,
    ...groupStaffScreens.map(({ name }) => groupStaffPath(group, name)),
    ...['options', 'invite'].map((name) => `${groupPath(group)}/${name}`),
  ]);
});
