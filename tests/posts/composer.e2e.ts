// @module-tag races
// @module-tag stores
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freshText } from '../support/act.ts';
import { holdRequests } from '../support/answered.ts';
import { expectNoProblems, launchBrowser, openWindow, type Visit } from '../support/browser.ts';
import { memberOf, testPassword, type ApiMember } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { fillSignUp } from '../support/sign-up-form.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';
import { moveServerClock, runJob } from '../support/test-clock.ts';

const postCall = '**/api/rest/advancedactivity/feeds/post';
let server: TestServer;
let browser: Browser;
let ada: ApiMember;
let bo: ApiMember;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({}, { isTestBuild: true }), launchBrowser()]);
  ada = await memberOf(server, 'Ada', 'Quill');
  bo = await memberOf(server, 'Bo', 'Reed');
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const field = (page: Page) => page.getByLabel('What is on your mind?');
const firstPost = (page: Page) => page.getByRole('article').first();
const send = (page: Page) => page.getByRole('button', { name: 'Post', exact: true }).click();

async function openHome(member: ApiMember) {
  const visit = await openWindowAs(browser, member, { origin: server.origin });
  await visit.page.goto('/home');
  await waitForHydration(visit);
  return visit;
}

test('Post is at the end of its line, also where it finds no room beside the tools', async () => {
  const { page, context } = await openHome(ada);
  await field(page).focus();
  for (const width of [390, 600, 820, 1200, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const [foot, button] = await page
      .locator('.composer-foot, .composer-foot [type=submit]')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    expect(button, `at ${width}`).toBeCloseTo(foot!, 0);
  }
  await context.close();
});

test('a new post is on top, also for others', async () => {
  const visit = await openHome(ada);
  const { page } = visit;
  const text = freshText('First tomatoes of the year!');
  await field(page).fill(text);
  await page.getByText(`${text.length}/1000`).waitFor();
  await page
    .getByRole('region', { name: 'Create a post' })
    .getByRole('button', { name: 'Emoji' })
    .click();
  await page.getByRole('gridcell', { name: 'grinning face', exact: true }).click();
  await expect.poll(() => field(page).inputValue()).toBe(`${text}😀`);
  await page.getByLabel('Who can see this post').selectOption('Friends Only');
  await page.getByLabel('Who can see this post').selectOption('Public');
  // The answer takes its toast away, so it waits until that was seen.
  const letThrough = await holdRequests(page, postCall);
  await send(page);
  await page.getByText('Creating post...').first().waitFor();
  letThrough();
  await page.getByText('Post Created').first().waitFor();
  await expect.poll(() => firstPost(page).innerText()).toContain(text);
  await expect
    .poll(() => firstPost(page).getByRole('img', { name: 'Public', exact: true }).count())
    .toBe(1);
  await expect.poll(() => field(page).inputValue()).toBe('');
  await page.getByText('0/1000').waitFor();
  expectNoProblems(visit);
  await page.reload();
  expect(await firstPost(page).innerText()).toContain(text);
  await visit.context.close();

  const other = new PlainPage(server, bo);
  await other.open('/home');
  expect(other.texts('article')[0]).toContain(text);
});

test('a draft survives reloads and a lost answer, and makes one post', async () => {
  const visit = await openHome(ada);
  const { page } = visit;
  const text = freshText('Lost on the way');
  await field(page).fill(text);
  await page.reload();
  await waitForHydration(visit);
  await expect.poll(() => field(page).inputValue()).toBe(text);

  // The server makes the post, but its answer is lost.
  await page.route(postCall, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await send(page);
  await page
    .getByText(/cannot be reached.*Your draft is kept/)
    .first()
    .waitFor();
  expect(await page.getByText('Post Created').count()).toBe(0);
  expect(await field(page).inputValue()).toBe(text);
  await page.unroute(postCall);

  // Even after a reload the sender knows that it is the same one.
  await page.reload();
  await waitForHydration(visit);
  await expect.poll(() => field(page).inputValue()).toBe(text);
  await send(page);
  await page.getByText('Post Created').first().waitFor();
  await page.reload();
  expect(await page.getByText(text, { exact: true }).count()).toBe(1);
  await visit.context.close();
});

describe('in two windows of a member', () => {
  let visit: Visit;
  let page: Page;
  let other: Page;
  beforeAll(async () => {
    visit = await openHome(ada);
    ({ page } = visit);
    other = await visit.context.newPage();
    await other.goto('/home');
    await waitForHydration({ ...visit, page: other });
  });
  afterEach(() => expectNoProblems(visit));

  test('a draft is shared, and disappears from both once it is posted', async () => {
    const text = freshText('In two windows');
    await field(page).fill(text);
    await expect.poll(() => field(other).inputValue()).toBe(text);
    await field(other).press('End');
    await field(other).pressSequentially('!');
    await expect.poll(() => field(page).inputValue()).toBe(`${text}!`);
    await send(page);
    await page.getByText('Post Created').first().waitFor();
    await other.getByText('This draft was posted from another window.').first().waitFor();
    await expect.poll(() => field(other).inputValue()).toBe('');
    await other.reload();
    await waitForHydration({ ...visit, page: other });
    expect(await other.getByText(`${text}!`, { exact: true }).count()).toBe(1);
  });

  test('text typed in one stays while the other sends the draft', async () => {
    await field(page).fill('Slowly');
    await expect.poll(() => field(other).inputValue()).toBe('Slowly');
    const letThrough = await holdRequests(page, postCall);
    await send(page);
    await page.getByText('Creating post...').first().waitFor();
    await field(other).press('End');
    await field(other).pressSequentially(', and more');
    await expect.poll(() => field(page).inputValue()).toBe('Slowly, and more');
    const arrived = page.waitForResponse(postCall);
    letThrough();
    await arrived;
    await expect
      .poll(() => page.getByRole('article').filter({ hasText: 'Slowly' }).count())
      .toBe(1);
    expect([await field(page).inputValue(), await field(other).inputValue()]).toEqual([
      'Slowly, and more',
      'Slowly, and more',
    ]);
    await field(other).fill('');
  });
});

test('an ended session leads to the log-in and back, with the text kept', async () => {
  const cleo = await memberOf(server, 'Cleo');
  const visit = await openHome(cleo);
  const { page } = visit;
  await field(page).fill('Half a thought');
  await fetch(`${server.origin}/api/rest/logout`, { method: 'POST', headers: cleo.headers });
  await send(page);
  await page.waitForURL('**/login?next=%2Fhome&why=ended');
  await page.getByLabel('E-mail address').fill(cleo.email);
  await page.getByLabel('Password').fill(cleo.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/home');
  await waitForHydration(visit);
  await expect.poll(() => field(page).inputValue()).toBe('Half a thought');
  await visit.context.close();
});

test('on a phone words typed before the page is hydrated are not lost, and Create in the tab bar leads to them', async () => {
  const visit = await openWindowAs(browser, bo, { origin: server.origin, screen: 'phone' });
  const { page } = visit;
  const letScriptsCome = await holdRequests(page, '**/_astro/*.js');
  await page.goto('/home', { waitUntil: 'commit' });
  await field(page).fill('Faster than the scripts');
  await field(page).blur();
  letScriptsCome();
  await waitForHydration(visit);
  await page.getByText('23/1000').waitFor();
  expect(await field(page).inputValue()).toBe('Faster than the scripts');
  await page.getByRole('link', { name: 'Create' }).tap();
  await page.waitForFunction(() => document.activeElement?.matches('textarea[name=body]'));
  expectNoProblems(visit);
  await visit.context.close();
});

// Just after midnight there it is the day before in London; composer.island.test.tsx tries another.
test('a newcomer in Auckland schedules a post for the time on the wall there, and it comes out then and not before', async () => {
  const [timeZone, hour, clock] = ['Pacific/Auckland', '12 AM', '00:35'];
  const visit = await openWindow(browser, { origin: server.origin, timeZone });
  const { page } = visit;
  await fillSignUp(page, {
    email: `${timeZone.slice(8).toLowerCase()}@hearth.example`,
    password: testPassword,
  });
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.waitForURL('**/home');
  await waitForHydration(visit);

  const there = (time: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone, ...options }).format(time);
  const inThreeDays = new Date(Date.now() + 3 * 86_400_000);
  const [month, day, year] = there(inThreeDays, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).split('/');
  const text = freshText('Sunrise');
  await field(page).fill(text);
  await page.getByRole('button', { name: 'Schedule post' }).click();
  await page.getByText(`In your time zone, ${timeZone}.`).waitFor();
  await page.getByLabel('Day').fill(`${year}-${month}-${day}`);
  await page.getByLabel('Hour').selectOption(hour);
  await page.getByLabel('Minute').selectOption('35');
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  const [request] = await Promise.all([page.waitForRequest(postCall), send(page)]);
  const wire =
    /name="schedule_time"\r\n\r\n([^\r]+)/.exec(request.postData()!)?.[1] ??
    new URLSearchParams(request.postData()!).get('schedule_time')!;
  const [, wall, offset] = /^(.*) ([+-]\d{2}:\d{2})$/.exec(wire)!;
  expect(wall).toBe(`${month}/${day}/${year} ${clock}:00`);
  const due = new Date(`${year}-${month}-${day}T${clock}:00${offset}`);
  expect(there(due, { timeZoneName: 'longOffset' })).toContain(`GMT${offset}`);
  expect(due.toISOString().slice(8, 10)).not.toBe(day);
  const label = `${there(due, { month: 'short', day: 'numeric' })} at ${hour.replace(' ', ':35 ')}`;
  await page.getByText(`It will be published ${label}.`).first().waitFor();
  await page.getByRole('button', { name: 'Schedule post' }).click();
  await page.getByRole('button', { name: 'See scheduled posts' }).click();
  await page
    .getByRole('dialog')
    .locator('.scheduled-row')
    .filter({ hasText: text })
    .getByText(label, { exact: true })
    .waitFor();

  const others = await openHome(bo);
  const isThere = async () => {
    await others.page.reload();
    return (await others.page.getByText(text, { exact: true }).count()) === 1;
  };
  const untilDue = () => Math.floor((due.getTime() - Date.now()) / 1000);
  try {
    for (const seconds of [-60, 2]) {
      await moveServerClock(server, untilDue() + seconds);
      await runJob(server, 'publish-scheduled-posts');
      // The run of this minute may have taken the post first, and still be publishing it.
      await expect.poll(isThere).toBe(seconds > 0);
    }
  } finally {
    await moveServerClock(server, 0);
  }
  for (const one of [visit, others]) {
    expectNoProblems(one);
    await one.context.close();
  }
});
