// @module-tag rights
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answered } from '../support/answered.ts';
import { expectAccessible } from '../support/axe.ts';
import { expectNoProblems, launchBrowser, openWindow, type Visit } from '../support/browser.ts';
import { memberOf } from '../support/member.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';

let server: SharedServer;
let browser: Browser;
/** The owner, a member and an outsider, each in a browser of their own. */
let owner: Visit;
let member: Visit;
let outsider: Visit;
const names = { member: '', outsider: '' };

beforeAll(async () => {
  [server, browser] = await Promise.all([borrowServer(), launchBrowser()]);
  const people = [
    await memberOf(server, 'Olga', 'Owner'),
    await memberOf(server, 'Mio', 'Member'),
    await memberOf(server, 'Otto', 'Outsider'),
  ];
  [names.member, names.outsider] = [people[1]!.displayname, people[2]!.displayname];
  [owner, member, outsider] = (await Promise.all(
    people.map((one) => openWindowAs(browser, one, { origin: server.origin })),
  )) as [Visit, Visit, Visit];
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** Creates a group on its screen. Returns its address. */
async function createGroup(
  title: string,
  { privacy, posting = 'Members' }: Record<string, string>,
) {
  const { page } = owner;
  await page.goto('/groups/create');
  await page.getByLabel('Group name').fill(title);
  await page.getByLabel('Description').fill(`${title} meet here.`);
  await page.getByLabel('Category').selectOption('Music');
  await page.getByRole('radio', { name: new RegExp(`^${privacy}`) }).check();
  await page.getByText('Who can post, comment, add photos, create events and invite').click();
  await page.getByLabel('Who can post', { exact: true }).selectOption(posting);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL(/\/groups\/group\/\d+/);
  return /\/groups\/group\/\d+/.exec(page.url())![0];
}

async function post(visit: Visit, path: string, text: string) {
  await visit.page.goto(`${path}/posts`);
  await waitForHydration(visit);
  await visit.page.getByLabel(/^Write something to/).fill(text);
  await answered(visit.page, '/advancedactivity/feeds/post', () => press(visit.page, 'Post', true));
}

const press = (page: Page, name: string | RegExp, exact = false) =>
  page.getByRole('button', { name, exact }).click();
const posted = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

test('a closed group: request, approval, posts that wait, a video, a ban', async () => {
  const path = await createGroup('Lantern makers', {
    privacy: 'Closed',
    posting: 'Members, after approval',
  });
  await post(owner, path, 'The first lantern is lit.');
  await posted(owner.page, 'The first lantern is lit.').waitFor();

  await outsider.page.goto(`${path}/posts`);
  await outsider.page.getByRole('heading', { name: 'Lantern makers' }).waitFor();
  expect(await outsider.page.getByText('The first lantern is lit.').count()).toBe(0);

  await member.page.goto(path);
  await press(member.page, 'Ask to join');
  await member.page.getByRole('button', { name: 'Cancel request' }).waitFor();
  await owner.page.goto(`${path}/requests`);
  await expectAccessible(owner.page, 'requests');
  await press(owner.page, `Approve ${names.member}`);
  await owner.page.getByText('No requests at the moment.').waitFor();

  await post(member, path, 'Mine is made of paper.');
  // At once, without loading the screen again.
  await member.page.getByRole('link', { name: '1 post waiting for approval' }).click();
  await member.page.getByText('Mine is made of paper.').first().waitFor();
  await owner.page.goto(`${path}/posts`);
  expect(await posted(owner.page, 'Mine is made of paper.').count()).toBe(0);
  await owner.page.goto(`${path}/waiting`);
  await expectAccessible(owner.page, 'waiting posts');
  await press(owner.page, /^Approve/);
  await owner.page.getByText('No posts are waiting for approval.').waitFor();
  await member.page.goto(`${path}/posts`);
  await posted(member.page, 'Mine is made of paper.').waitFor();

  await owner.page.goto(`${path}/posts`);
  await waitForHydration(owner);
  await owner.page.getByRole('button', { name: 'Add Videos' }).click();
  const dialog = owner.page.getByRole('dialog', { name: 'Add Videos' });
  const clip = join(import.meta.dirname, '../fixtures/clip.webm');
  await dialog.locator('input[type=file]').setInputFiles(clip);
  await dialog.getByText('clip.webm').first().waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await owner.page.getByLabel(/^Write something to/).fill('Folding, step by step');
  await owner.page.getByRole('button', { name: 'Post', exact: true }).click();
  await posted(owner.page, 'Folding, step by step').waitFor();
  await expect
    .poll(async () => {
      await member.page.goto(`${path}/videos`);
      return member.page.locator('main a[href*="/videos/"], main a[href*="/video/"]').count();
    })
    .toBeGreaterThan(0);

  await owner.page.goto(`${path}/members`);
  await owner.page.getByText(`Change ${names.member}`).click();
  await press(owner.page, `Ban ${names.member}`);
  await expectAccessible(owner.page, 'the question of a ban');
  await owner.page.getByLabel('Reason').fill('Lit a lantern indoors.');
  await press(owner.page, 'Ban member');
  await owner.page.goto(`${path}/bans`);
  await owner.page.getByText('Lit a lantern indoors.').waitFor();
  await member.page.goto(`${path}/posts`);
  await member.page.getByRole('heading', { name: 'Lantern makers' }).waitFor();
  expect(await member.page.getByRole('article').count()).toBe(0);
  expect(await member.page.getByRole('button', { name: /join/i }).count()).toBe(0);
});

test('an open group: joined at once, read by visitors without script', async () => {
  const path = await createGroup('Kite builders', { privacy: 'Open' });
  await outsider.page.goto('/groups/browse');
  const filters = outsider.page.getByRole('search', { name: 'Search groups' });
  // As many rows as there are distances of their lower edges.
  const rows = (width: number) =>
    outsider.page
      .setViewportSize({ width, height: 900 })
      .then(() =>
        filters.evaluate(
          (form) =>
            new Set([...form.children].map((one) => Math.round(one.getBoundingClientRect().bottom)))
              .size,
        ),
      );
  expect([await rows(1440), await rows(390)]).toEqual([1, 2]);
  await outsider.page.goto('/groups/browse?search=kite');
  await outsider.page.getByRole('link', { name: 'Kite builders' }).click();
  await press(outsider.page, 'Join');
  await press(outsider.page, 'Joined');
  await outsider.page.getByRole('button', { name: 'Leave' }).waitFor();
  await post(outsider, path, 'Wind from the west tomorrow.');
  await posted(outsider.page, 'Wind from the west tomorrow.').waitFor();

  const visitor = await openWindow(browser, { origin: server.origin, javaScript: false });
  await visitor.page.goto(path);
  await visitor.page.getByText('Wind from the west tomorrow.').waitFor();
  expectNoProblems(visitor);
});

test('a secret group: absent for outsiders, joined by a link', async () => {
  const path = await createGroup('Surprise party', { privacy: 'Secret' });
  await post(owner, path, 'She must not know.');
  await posted(owner.page, 'She must not know.').waitFor();
  const absent = await outsider.page.request.get(`${server.origin}${path}/posts`);
  expect(absent.status()).toBe(404);
  expect(await absent.text()).not.toContain('Surprise');

  await owner.page.goto(`${path}/links`);
  await waitForHydration(owner);
  await expectAccessible(owner.page, 'invite links');
  await press(owner.page, 'Create a link');
  const link = await owner.page.getByLabel('New link').inputValue();
  // Sent to friends, so it says where the site is.
  expect(link).toMatch(/^http.*\/groups\/join\//);
  await outsider.page.goto(link);
  await press(outsider.page, 'Join');
  await outsider.page.waitForURL(`**${path}**`);
  await outsider.page.goto(`${path}/posts`);
  await posted(outsider.page, 'She must not know.').waitFor();

  await member.page.goto('/groups/browse?search=surprise');
  await member.page.getByText('No groups found.').waitFor();
  for (const visit of [owner, member, outsider]) expectNoProblems(visit);
});
