// @module-tag rights
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { act, freshText, writePost } from '../support/act.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
let sql: ReturnType<typeof postgresAt>;
let owner: ApiMember;
let friend: ApiMember;
let stranger: ApiMember;
let blocked: ApiMember;
let blocker: ApiMember;

beforeAll(async () => {
  server = await borrowServer();
  sql = postgresAt(server.databaseUrl, { max: 1 });
  [owner, friend, stranger] = [
    await memberOf(server, 'Olga'),
    await memberOf(server, 'Fred'),
    await memberOf(server, 'Stan'),
  ];
  [blocked, blocker] = [await memberOf(server, 'Blocked'), await memberOf(server, 'Blocker')];
  await act(server, friend, '/user/add', { user_id: owner.id });
  await act(server, owner, '/user/confirm', { user_id: friend.id });
  await act(server, owner, '/block/add', { user_id: blocked.id });
  await act(server, blocker, '/block/add', { user_id: owner.id });
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

const get = async (path: string, as?: ApiMember) => {
  const answer = await fetch(server.origin + path, {
    redirect: 'manual',
    headers: as ? { cookie: as.cookie } : {},
  });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
};
const choose = (changes: { profile_audience?: string; is_indexed?: boolean }) =>
  sql`
    insert into member_settings ${sql({ member_id: owner.id, ...changes })}
    on conflict (member_id)
    do update set ${sql(changes)}`;
const tabs = ['posts', 'info', 'videos', 'friends', 'albums'];
/** Removes what differs from request to request. */
const plain = (html: string) =>
  html
    // Two requests may be in different seconds.
    .replace(/\d\d:\d\d:\d\d|\d{6,}|[0-9a-f-]{36}|next=[^"]*|nonce="[^"]*"/g, '')
    .replaceAll(String(owner.id), '');

test('each audience opens the pages for those alone', async () => {
  const readers: Record<string, ApiMember[]> = {
    everyone: [stranger, friend, owner],
    members: [stranger, friend, owner],
    friends: [friend, owner],
    onlyme: [owner],
  };
  for (const [audience, members] of Object.entries(readers)) {
    await choose({ profile_audience: audience });
    for (const tab of tabs) {
      const path = `/profile/${owner.id}/${tab}`;
      expect((await get(path)).status, `${path} for visitors, ${audience}`).toBe(
        audience === 'everyone' ? 200 : 404,
      );
      for (const member of [owner, friend, stranger, blocked, blocker]) {
        const { status, html } = await get(path, member);
        // A viewer who has blocked the owner finds the way to unblock, and no content.
        const isOwnBlock = member === blocker && tab === 'posts';
        expect(status, `${path} for ${member.displayname}, ${audience}`).toBe(
          members.includes(member) || isOwnBlock ? 200 : 404,
        );
        expect(html.includes('You have blocked'), `${path} for ${member.displayname}`).toBe(
          isOwnBlock,
        );
        if (isOwnBlock) expect(html).not.toContain(`/profile/${owner.id}/info`);
      }
    }
  }
});

test('a hidden profile looks like one that does not exist', async () => {
  await choose({ profile_audience: 'onlyme' });
  const [hidden, absent] = [
    await get(`/profile/${owner.id}/posts`, stranger),
    await get('/profile/999999/posts', stranger),
  ];
  expect(plain(hidden.html)).toBe(plain(absent.html));
  expect(hidden.html).not.toContain(owner.displayname);
  const [closed, none] = [
    await get(`/profile/${owner.id}/posts`),
    await get('/profile/999999/posts'),
  ];
  expect(plain(closed.html)).toBe(plain(none.html));
  await choose({ profile_audience: 'everyone' });
});

test('a profile has one address', async () => {
  const bare = await get(`/profile/${owner.id}`);
  expect([bare.status, bare.headers.get('location')]).toEqual([301, `/profile/${owner.id}/posts`]);
});

test('malformed ids of profiles are not found', async () => {
  for (const id of ['x', '0', '01', '-1', '1e3', '9'.repeat(19), `${owner.id}x`])
    expect((await get(`/profile/${id}/posts`)).status, id).toBe(404);
});

test('visitors get no script of a framework, but metadata for search engines and previews', async () => {
  const text = freshText('On my wall');
  await writePost(server, owner, text);
  const secret = freshText('For friends');
  await writePost(server, owner, secret, 'friends');
  const { html, headers } = await get(`/profile/${owner.id}/posts`);
  expect(html).toContain(text);
  expect(html).not.toContain(secret);
  expect(headers.get('x-robots-tag')).toBeNull();
  expect(html).not.toMatch(/astro-island|<script[^>]+src="[^"]*(react|members)/);
  expect(html).toContain(
    `<link rel="canonical" href="${server.origin}/profile/${owner.id}/posts">`,
  );
  expect(html).toContain('<meta property="og:title" content="Olga Tester">');
  expect(html).toContain('<meta property="og:type" content="profile">');
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)!;
  expect(JSON.parse(json!)).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: {
      '@type': 'Person',
      name: 'Olga Tester',
      url: `${server.origin}/profile/${owner.id}/posts`,
    },
  });
  for (const tab of ['info', 'videos', 'friends', 'albums'])
    expect((await get(`/profile/${owner.id}/${tab}`)).html).not.toContain('astro-island');
  expect((await get(`/profile/${owner.id}/posts`, friend)).html).toContain(secret);
});

test('each tab of a profile, and each page of it, has its own address and title', async () => {
  const head = async (path: string) => {
    const { html } = await get(path);
    const value = (pattern: RegExp) => pattern.exec(html)?.[1]?.replace(server.origin, '');
    return [
      value(/rel="canonical" href="([^"]*)"/),
      value(/og:url" content="([^"]*)"/),
      value(/og:title" content="([^"]*)"/),
    ];
  };
  const profile = `/profile/${owner.id}`;
  expect(await head(`${profile}/posts`)).toEqual([
    `${profile}/posts`,
    `${profile}/posts`,
    'Olga Tester',
  ]);
  expect(await head(`${profile}/info`)).toEqual([
    `${profile}/info`,
    `${profile}/info`,
    'Info · Olga Tester',
  ]);
  expect(await head(`${profile}/albums?page=2&utm_source=x`)).toEqual([
    `${profile}/albums?page=2`,
    `${profile}/albums`,
    'Albums · Olga Tester',
  ]);
  const [album] = await sql<{ id: number }[]>`
    insert into albums (owner_id, title, description, audience)
    values (${owner.id}, 'Herons', '', 'everyone')
    returning id`;
  const path = `${profile}/albums/${album!.id}`;
  expect(await head(path)).toEqual([path, path, 'Herons · Olga Tester']);
});

test('a profile hidden from search engines has noindex and is not in the sitemap', async () => {
  expect((await get('/sitemap.xml')).html).toContain(
    `<loc>${server.origin}/sitemap/profiles/1.xml</loc>`,
  );
  const listed = async () =>
    (await get('/sitemap/profiles/1.xml')).html.includes(
      `<loc>${server.origin}/profile/${owner.id}/posts</loc>`,
    );
  expect(await listed()).toBe(true);
  await choose({ is_indexed: false });
  for (const tab of tabs) {
    const { html, headers } = await get(`/profile/${owner.id}/${tab}`);
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain('ld+json');
  }
  expect(await listed()).toBe(false);
  await choose({ is_indexed: true, profile_audience: 'members' });
  expect(await listed()).toBe(false);
  await choose({ profile_audience: 'everyone' });
  expect((await get('/sitemap/profiles/99.xml')).status).toBe(404);
});

test('without script the profile is edited, and errors are shown at their fields', async () => {
  const edda = await memberOf(server, 'Edda');
  const page = new PlainPage(server, edda);
  await page.open(`/profile/${edda.id}/info`);
  await page.follow('Add something about yourself');
  page.fill('Website', 'https://edda');
  page.fill('Location', 'Leeds');
  await page.press('Save');
  expect(page.description('Website')).toContain('Please enter an address such as');
  expect(page.text.split('Please enter an address such as')).toHaveLength(2);
  expect(page.value('Location')).toBe('Leeds');
  page.fill('Website', 'https://edda.example');
  page.fill('Last name', 'Stone');
  await page.press('Save');
  expect(page.text).toContain('Your profile was saved.');
  await page.open(`/profile/${edda.id}/info`);
  expect(page.links('https://edda.example')).toHaveLength(1);
  expect(page.texts('h1')).toEqual(['Edda Stone']);
  expect(page.links('Add something about yourself')).toEqual([]);
});

test('a member views their own profile as others see it, and returns', async () => {
  const [member, other] = [await memberOf(server, 'Edda'), await memberOf(server, 'Wanda')];
  await writePost(server, member, 'For friends alone', 'friends');
  const page = new PlainPage(server, member);
  await page.open(`/profile/${member.id}/posts`);
  expect(page.text).toContain('For friends alone');
  await page.follow('View as…');
  expect(page.text).toContain('visitors without an account');
  expect(page.text).not.toContain('For friends alone');
  await page.follow('Choose somebody else');
  await page.follow('A friend');
  expect(page.text).toContain('For friends alone');
  await page.follow('Choose somebody else');
  page.fill('A specific person', 'Wanda');
  await page.press('Search', 'A specific person');
  await page.follow(other.displayname);
  expect(page.text).toContain('You are not friends.');
  expect(page.text).not.toContain('For friends alone');
  await page.follow('Info');
  expect(page.text).toContain('Wanda');
  await page.follow('Back to my profile');
  expect(page.path).toBe(`/profile/${member.id}/info`);
});
