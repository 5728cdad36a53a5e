import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberOf } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ SITE_NAME: 'Millbrook' });
});
afterAll(() => server.stop());

test('on / a member sees the member header and everybody else the visitor header', async () => {
  const ada = await memberOf(server, 'Ada', 'Quill');
  const [asMember, asVisitor] = await Promise.all(
    [ada.cookie, ''].map(async (cookie) =>
      (await fetch(server.origin, { headers: { cookie } })).text(),
    ),
  );
  expect(asMember).toMatch(/id="account".*Open your news feed/s);
  expect(asVisitor).not.toMatch(/id="account"|Open your news feed/);
  expect(asVisitor).toContain('href="/signup"');
});

test('icons of members are in one file, those of visitors in the page', async () => {
  const ada = await memberOf(server, 'Ada', 'Quill');
  const read = async (path: string, cookie = '') =>
    (await fetch(server.origin + path, { headers: { cookie } })).text();
  const icons = [...(await read('/home', ada.cookie)).matchAll(/<use href="([^"#]+)#(\w+)"/g)];
  expect(icons.length).toBeGreaterThan(20);
  const [file] = new Set(icons.map(([, address]) => address!));
  const symbols = await read(file!);
  expect(icons.filter(([, address]) => address !== file)).toEqual([]);
  expect(icons.filter(([, , name]) => !symbols.includes(`<symbol id="${name}"><`))).toEqual([]);
  const visited = await read('/groups');
  expect(visited).toContain('<svg class="icon"');
  expect(visited).not.toContain('<use');
});

interface ManifestIcon {
  src: string;
  purpose: string;
}
interface Manifest {
  name: string;
  icons: ManifestIcon[];
  shortcuts: { url: string; icons: ManifestIcon[] }[];
}

test('the site can be installed under its own name', async () => {
  const manifest = (await (
    await fetch(`${server.origin}/manifest.webmanifest`)
  ).json()) as Manifest;
  expect(manifest.name).toBe('Millbrook');
  expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable']);
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual([
    '/home#create',
    '/messages',
    '/notifications',
    '/search',
  ]);
  const shortcutIcons = manifest.shortcuts.flatMap(({ icons }) => icons);
  expect(shortcutIcons).toHaveLength(4);
  for (const { src } of [
    ...manifest.icons,
    ...shortcutIcons,
    { src: '/favicon.svg' },
    { src: '/favicon.ico' },
    { src: '/apple-touch-icon.png' },
  ]) {
    expect((await fetch(server.origin + src)).status, src).toBe(200);
  }
});

test('the portals lead to where a new member begins, and repeat no menu', async () => {
  const page = new PlainPage(server, await memberOf(server, 'Ada', 'Quill'));
  await page.open('/portals');
  const links = [
    ...page.html
      .split('<main')[1]!
      .split('</main>')[0]!
      .matchAll(/<a [^>]*href="([^"]+)"/g),
  ];
  expect(links.map(([, href]) => href)).toEqual([
    '/invite',
    '/friends/suggestions',
    '/home#create',
    '/pages/create',
    '/groups/create',
    '/events/create',
    '/profile/edit',
    '/profile/edit/photo',
    '/profile/settings/privacy',
    '/profile/settings/notifications',
    '/profile/settings',
  ]);
});

test('the landing page is complete, and a missing page shows that and links elsewhere', async () => {
  const page = new PlainPage(server);
  await page.open('/');
  expect(page.html).toContain('<title>Welcome · Millbrook</title>');
  expect(page.texts('h1')).toHaveLength(1);
  const inMain = (name: string) =>
    page.texts('main a').filter((text) => text.includes(name)).length;
  expect([inMain('Sign up'), page.links('Sign up').at(-1)!.attribs.href]).toEqual([1, '/signup']);
  // In the header, and below the first words.
  for (const [name, href] of [
    ['Groups', '/groups'],
    ['Events', '/events'],
    ['Pages', '/pages'],
  ] as const) {
    const links = page.links(name).map(({ attribs }) => attribs.href);
    expect([inMain(name), ...links.slice(0, 2)]).toEqual([1, href, href]);
  }
  await page.open('/nowhere/at/all');
  expect(page.status).toBe(404);
  expect(inMain('Log in')).toBe(1);
  expect(page.links('Log in').map(({ attribs }) => attribs.href)).toContain(
    '/login?next=%2Fnowhere%2Fat%2Fall',
  );
});

test('without script the banner for inviting people is dismissed by its form', async () => {
  const page = new PlainPage(server, await memberOf(server, 'Dora'));
  await page.open('/friends?query=x');
  expect(page.text).toContain('is better with friends.');
  await page.press('Dismiss');
  expect(page.path).toBe('/friends?query=x');
  expect(page.text).not.toContain('is better with friends.');
  await page.open('/home');
  expect(page.buttons('Dismiss')).toEqual([]);
});
