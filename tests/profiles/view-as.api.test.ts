import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember, addPost, befriend, block, setProfileAudience } from '../support/people.ts';
import { credentialsOf } from '../support/rest.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { addStory } from '../support/stories.ts';

let server: TestServer;
let owner: Member;
let friend: Member;
let stranger: Member;
let blocked: Member;
let blocking: Member;
beforeAll(async () => {
  server = await startServer({
    DATABASE_URL: process.env.DATABASE_URL!,
    DATA_DIR: process.env.DATA_DIR!,
  });
  [owner, friend, stranger] = [
    await addMember({ name: 'Olga' }),
    await addMember({ name: 'Fred' }),
    await addMember({ name: 'Stan' }),
  ];
  [blocked, blocking] = [await addMember({ name: 'Bea' }), await addMember({ name: 'Kim' })];
  for (const one of [friend, blocked, blocking]) await befriend(owner, one);
  await block(owner, blocked);
  await block(blocking, owner);
  await addPost(owner, { body: 'Open to all' });
  await addPost(owner, { body: 'Between friends', audience: 'friends' });
  for (const one of [owner, friend]) await setProfileAudience(one);
  await addPost(owner, { body: 'Dear diary', audience: 'onlyme' });
  await addPost(owner, {
    body: 'Not before next year',
    publishedAt: new Date(Date.now() + 86_400_000),
  });
  await addStory(owner, { body: 'Told to friends' });
  await addPost(friend, { body: 'Secret of the friend', audience: 'onlyme' });
  await db.execute(
    sql`
      insert into profile_details (member_id, location, phone, birthdate, audiences)
      values (
        ${owner.id}, 'Wexford Lees', '+99 5550', '1987-11-05',
        '{"location":"everyone","phone":"friends","birthdate":"onlyme"}'
      )`,
  );
});
afterAll(() => server.stop());

async function cookieOf(as: Member): Promise<string> {
  const { oauth_token: token, oauth_secret: secret } = await credentialsOf(as);
  return `hearth_token=${token}; hearth_secret=${secret}; hearth_member=${as.id}`;
}
async function open(
  path: string,
  { as = owner, init = {} }: { as?: Member | null; init?: RequestInit } = {},
) {
  const answer = await fetch(server.origin + path, {
    redirect: 'manual',
    ...init,
    headers: { ...(as ? { cookie: await cookieOf(as) } : {}), ...init.headers },
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    main: /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? '',
  };
}
const tabs = ['posts', 'info', 'stories', 'videos', 'friends', 'albums'];
const posts = [
  'Open to all',
  'Between friends',
  'Dear diary',
  'Not before next year',
  'Secret of the friend',
];

test.each([
  { who: () => 'visitor', shown: ['Open to all'], details: ['Wexford Lees'], stories: false },
  { who: () => 'member', shown: ['Open to all'], details: ['Wexford Lees'], stories: false },
  { who: () => stranger.id, shown: ['Open to all'], details: ['Wexford Lees'], stories: false },
  {
    who: () => 'friend',
    shown: ['Open to all', 'Between friends'],
    details: ['Wexford Lees', '+99 5550'],
    stories: true,
  },
  {
    who: () => friend.id,
    shown: ['Open to all', 'Between friends'],
    details: ['Wexford Lees', '+99 5550'],
    stories: true,
  },
])(
  'a preview shows exactly what they see ($shown, $details)',
  async ({ who, shown, details, stories }) => {
    const at = (tab: string) => open(`/profile/view-as/${who()}/${tab}`);
    const wall = await at('posts');
    expect(posts.filter((body) => wall.main.includes(body))).toEqual(shown);
    const info = await at('info');
    expect(
      ['Wexford Lees', '+99 5550', 'Nov 5, 1987'].filter((text) => info.main.includes(text)),
    ).toEqual(details);
    expect((await at('stories')).main.includes('Told to friends')).toBe(stories);
    const friends = await at('friends');
    expect(['Fred', 'Bea', 'Kim'].filter((name) => friends.main.includes(`>${name}<`))).toEqual([
      'Fred',
    ]);
  },
);

test('every tab can be viewed, is not cached, and changes no cookie', async () => {
  for (const who of ['visitor', 'member', 'friend', stranger.id]) {
    for (const tab of tabs) {
      const { status, headers, main } = await open(`/profile/view-as/${who}/${tab}`);
      expect(status, `${who} ${tab}`).toBe(200);
      expect(main).not.toMatch(/<form|astro-island/);
      expect(main).toContain('Back to my profile');
      expect([
        headers.get('x-robots-tag'),
        headers.getSetCookie(),
        headers.get('cache-control'),
      ]).toEqual(['noindex', [], 'private, no-cache']);
    }
  }
});

test('blocked, unknown, deleted members, oneself, and invalid values all look the same', async () => {
  const suspended = await addMember({ status: 'suspended' });
  for (const who of [
    blocked.id,
    blocking.id,
    999_999_999,
    suspended.id,
    owner.id,
    0,
    -1,
    '01',
    '1e3',
    'x',
    'admin',
    'onlyme',
    'constructor',
    '9'.repeat(19),
  ]) {
    expect((await open(`/profile/view-as/${who}/posts`)).status, String(who)).toBe(404);
  }
  for (const tab of ['edit', 'settings', 'constructor', 'albums/1'])
    expect((await open(`/profile/view-as/visitor/${tab}`)).status, tab).toBe(404);
});

test("never another member's profile: no address names one, and parameters are ignored", async () => {
  for (const query of [`id=${friend.id}`, `user_id=${friend.id}`, `profile=${friend.id}`]) {
    const { main } = await open(`/profile/view-as/friend/posts?${query}`, { as: stranger });
    expect(main).toContain('Stan');
    expect(main).not.toMatch(/Secret of the friend|Between friends/);
  }
  for (const path of [
    `/profile/${friend.id}/view-as/visitor/posts`,
    `/profile/${friend.id}/view-as/visitor`,
  ])
    expect((await open(path)).status, path).toBe(404);
  const asVisitor = await open('/profile/view-as/friend/posts', { as: null });
  expect([asVisitor.status, asVisitor.headers.get('location')]).toEqual([
    303,
    '/login?next=%2Fprofile%2Fview-as%2Ffriend%2Fposts',
  ]);
});

test('nothing can be written in a preview: forms change nothing, calls act as the member', async () => {
  const count = async () =>
    (await db.execute<{ count: number }>(sql`select count(*)::int as count from posts`))[0]!.count;
  const before = await count();
  const body = new URLSearchParams({
    body: 'Written as somebody else',
    user_id: String(friend.id),
  });
  const sent = await open(`/profile/view-as/${friend.id}/posts`, {
    init: { method: 'POST', body },
  });
  expect(sent.headers.getSetCookie()).toEqual([]);
  expect(await count()).toBe(before);
  const referer = `${server.origin}/profile/view-as/${friend.id}/posts`;
  const called = await fetch(`${server.origin}/api/rest/advancedactivity/feeds/post`, {
    method: 'POST',
    body: new URLSearchParams({ body: 'By myself', auth_view: 'onlyme' }),
    headers: { ...(await credentialsOf(owner)), referer },
  });
  expect(called.status).toBe(200);
  const [row] = await db.execute(
    sql`select author_id as author from posts where body = 'By myself'`,
  );
  expect(row!.author).toBe(owner.id);
  expect(
    await (
      await fetch(`${server.origin}/api/rest/user/profile`, {
        headers: { ...(await credentialsOf(owner)), referer },
      })
    ).json(),
  ).toMatchObject({ body: { response: { user_id: owner.id, can_post: 1 } } });
});

test('a profile hidden from that person is not rendered', async () => {
  await db.execute(
    sql`
      insert into member_settings (member_id, profile_audience)
      values (${owner.id}, 'friends')
      on conflict (member_id)
      do update set profile_audience = 'friends'`,
  );
  for (const who of ['visitor', 'member', stranger.id]) {
    const { status, main } = await open(`/profile/view-as/${who}/info`);
    expect(status).toBe(200);
    expect(main).toContain('cannot see your profile');
    expect(main).not.toContain('Wexford Lees');
  }
  expect((await open('/profile/view-as/friend/info')).main).toContain('Wexford Lees');
});

test('a particular person is found by name, without blocked ones', async () => {
  const { main } = await open('/profile/view-as?name=Stan');
  expect(main).toContain(`/profile/view-as/${stranger.id}/posts`);
  for (const name of ['Bea', 'Kim', 'Olga'])
    expect((await open(`/profile/view-as?name=${name}`)).main, name).not.toMatch(/view-as\/\d/);
});
