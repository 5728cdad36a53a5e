// @module-tag rights
// @module-tag stores
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freshText, writePost } from '../support/act.ts';
import { expectAccessible } from '../support/axe.ts';
import { openWindow, type Visit } from '../support/browser.ts';
import type { ApiMember } from '../support/member.ts';
import { waitForHydration } from '../support/signed-in.ts';
import { ada, bo, browser, openAs, postCard, server } from '../support/stage.ts';
import { startTunnel } from '../support/tunnel.ts';

/** Paths of all cached responses, by cache. */
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const found: Record<string, string[]> = {};
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      found[name.replace(/^public-.*/, 'public')] = requests.map(
        ({ url }) => new URL(url).pathname,
      );
    }
    return found;
  });
const privateNames = async (page: Page) =>
  Object.keys(await keptPaths(page)).filter((name) => name !== 'public');
const untilKept = (page: Page, member: ApiMember) =>
  expect.poll(async () => (await keptPaths(page))[`private-${member.id}`] ?? []).toContain('/home');
const note = (page: Page) => page.locator('.offline-note');
const unreachable = (page: Page) =>
  page.getByRole('heading', { name: 'This page cannot be reached' });

async function openFeed(member: ApiMember, text?: string, origin = server.origin): Promise<Visit> {
  const visit = await openAs(member, '/home', { hasWorker: true, origin });
  await untilKept(visit.page, member);
  if (text) await visit.page.getByText(text).first().waitFor();
  return visit;
}

/** Opens the feed through a tunnel: prefetching by the browser ignores the offline emulation. */
async function openThroughTunnel(text?: string) {
  const tunnel = await startTunnel(server.origin);
  onTestFinished(() => tunnel.stop());
  return { tunnel, visit: await openFeed(ada, text, tunnel.origin) };
}

test('the last feed can be read offline from the first visit on', async () => {
  const text = freshText('Read me on the train');
  const id = await writePost(server, ada, text);
  const { tunnel, visit } = await openThroughTunnel(text);
  const { page, context } = visit;
  tunnel.close();
  await context.setOffline(true);
  await page.goto('/home');
  await waitForHydration(visit);
  await postCard(page, id).getByText(text).waitFor();
  await expect
    .poll(() => note(page).textContent())
    .toMatch(/^You are offline\. This is the feed of /);
  await expectAccessible(page, 'the kept feed');
  // Other screens are not cached; the offline page links to the feed.
  await page.goto('/messages');
  await unreachable(page).waitFor();
  await expectAccessible(page, 'the offline page');
  await page.getByRole('link', { name: 'Read the last feed' }).click();
  await postCard(page, id).waitFor();
  // Back online the page says so, and nothing outdated is shown again.
  const newer = freshText('Written meanwhile');
  await writePost(server, ada, newer);
  tunnel.open();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Show the newest posts' }).click();
  await page.getByText(newer).first().waitFor();
  expect(await note(page).textContent()).toBe('');
  await context.close();
});

test('an unreachable page opens by itself once it can be reached', async () => {
  const { tunnel, visit } = await openThroughTunnel();
  const { page, context } = visit;
  tunnel.close();
  await page.goto('/friends');
  await unreachable(page).waitFor();
  tunnel.open();
  await page.getByRole('heading', { name: 'Friends', exact: true }).waitFor();
  await context.close();
});

test('offline the page stays: clicks give the reason, and typed text is kept', async () => {
  const id = await writePost(server, bo, freshText('Stay here'));
  const visit = await openAs(ada, `/posts/${id}`);
  const { page, context } = visit;
  const path = () => new URL(page.url()).pathname;
  await context.setOffline(true);
  await note(page).getByText('You are offline. What you write is kept here.').waitFor();
  for (const name of ['Portals', 'My News Feed']) {
    await page.getByRole('navigation', { name: 'Top' }).getByRole('link', { name }).click();
    await page.getByText('You are offline. This page opens when you are back.').first().waitFor();
    expect(path()).toBe(`/posts/${id}`);
  }
  await postCard(page, id).getByRole('button', { name: 'Like', exact: true }).click();
  await page.getByText('You are offline. Your reaction was not saved.').first().waitFor();
  await postCard(page, id)
    .getByRole('button', { name: 'Like', exact: true, pressed: false })
    .waitFor();
  await expectAccessible(page, 'a page offline');
  await context.setOffline(false);
  await expect.poll(() => note(page).textContent()).toBe('');
  await page
    .getByRole('navigation', { name: 'Top' })
    .getByRole('link', { name: 'Portals' })
    .click();
  await page.waitForURL('**/portals');
  await context.close();
});

test('online every screen comes from the network, and only the feed, its pictures and built files are cached', async () => {
  const visit = await openFeed(ada);
  const { page } = visit;
  for (const start of ['One', 'Two']) {
    const text = freshText(start);
    await writePost(server, ada, text);
    await page.goto('/home');
    expect(await page.content()).toContain(text);
    expect(await page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
  }
  const paths = [
    '/profile/settings',
    '/profile/settings/two-factor',
    '/profile/settings/devices',
    '/messages',
    '/notifications',
    '/search?query=ada',
    '/home?hashtag=quiet',
    '/reset-password/abc/1',
    '/first-administrator/abc',
    `/profile/${bo.id}/posts`,
  ];
  for (const path of paths) await page.goto(path, { waitUntil: 'networkidle' });
  const kept = await keptPaths(page);
  expect(Object.keys(kept).toSorted()).toEqual([`private-${ada.id}`, 'public']);
  expect(
    kept.public!.filter((path) => path !== '/offline' && !path.startsWith('/_astro/')),
  ).toEqual([]);
  expect(
    kept[`private-${ada.id}`]!.filter(
      (path) => path !== '/home' && !/^\/(media|reactions)\//.test(path),
    ),
  ).toEqual([]);
  await visit.context.close();
});

/** A proxy for a browser that does not know Clear-Site-Data. */
async function withoutClearSiteData(): Promise<string> {
  const { port } = new URL(server.origin);
  const proxy = http.createServer((req, res) => {
    const forward = http.request(
      { host: '127.0.0.1', port, path: req.url, method: req.method, headers: req.headers },
      (answer) => {
        delete answer.headers['clear-site-data'];
        res.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(res);
      },
    );
    forward.on('error', () => res.destroy());
    req.pipe(forward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

describe('with the sign-out', () => {
  const signIn = async (origin: string, who: ApiMember): Promise<Visit> => {
    const visit = await openWindow(browser, { origin, hasWorker: true });
    await visit.page.goto('/login');
    await visit.page.getByLabel('E-mail address').fill(who.email);
    await visit.page.getByLabel('Password', { exact: true }).fill(who.password);
    await visit.page.getByRole('button', { name: 'Log in', exact: true }).click();
    await visit.page.waitForURL('**/home');
    await waitForHydration(visit);
    await untilKept(visit.page, who);
    return visit;
  };

  test.each([
    ['as browsers do', false],
    ['also where the browser ignores Clear-Site-Data', true],
  ])(
    'stored data leaves the device, %s, also if it fails, and the other tabs leave',
    async (_, isOld) => {
      const text = freshText('For my eyes only');
      await writePost(server, ada, text, 'onlyme');
      const visit = await signIn(isOld ? await withoutClearSiteData() : server.origin, ada);
      const { page, context } = visit;
      const signOut = async () => {
        await page.getByRole('button', { name: 'Settings' }).click();
        await page.getByRole('button', { name: 'Sign Out' }).click();
      };
      // Offline it fails with a message, but the cached feed is deleted.
      await context.setOffline(true);
      await signOut();
      await page.getByText('You are offline. Sign out again when you are back.').first().waitFor();
      await expect.poll(() => privateNames(page)).toEqual([]);
      await context.setOffline(false);
      await page.goto('/home');
      await waitForHydration(visit);
      await untilKept(page, ada);

      const other = await context.newPage();
      await other.goto('/home');
      await other.getByText(text).first().waitFor();
      await signOut();
      await page.getByText('Successfully logged out!').first().waitFor();
      await expect.poll(() => privateNames(page)).toEqual([]);
      await other.waitForURL(({ pathname }) => pathname === '/');
      await context.setOffline(true);
      // Without the worker the browser's own page says that there is no network.
      await page.goto('/home', { waitUntil: 'load' }).catch(() => undefined);
      await expect.poll(() => page.content().catch(() => text)).not.toContain(text);
      await context.close();
    },
  );
});

const signInAs = async ({ page, context }: Visit, who: ApiMember) => {
  // Close the page, which would react to the change of member.
  await page.goto('about:blank');
  await context.addCookies(
    who.cookie.split('; ').map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return { name, value, url: server.origin };
    }),
  );
};

test('the cached feed is not shown to somebody else who has signed in and lost the network', async () => {
  const text = freshText('Only for Ada');
  await writePost(server, ada, text, 'onlyme');
  const visit = await openFeed(ada, text);
  const { page, context } = visit;
  await context.setOffline(true);
  await signInAs(visit, bo);
  await page.goto('/home');
  await unreachable(page).waitFor();
  expect(await page.content()).not.toContain(text);
  await context.close();
});

test('when somebody else signs in, the cache of the previous member is deleted', async () => {
  const text = freshText('Only for Ada');
  await writePost(server, ada, text, 'onlyme');
  const visit = await openFeed(ada, text);
  const { page, context } = visit;
  await signInAs(visit, bo);
  await page.goto('/messages');
  await expect.poll(() => privateNames(page)).toEqual([]);
  await context.setOffline(true);
  await page.goto('/home');
  await unreachable(page).waitFor();
  expect(await page.content()).not.toContain(text);
  await context.close();
});
