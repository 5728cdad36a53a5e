// @module-tag rights
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { ensureBuild } from '../../scripts/launch/build.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { clubsTable, meetingsTable } from './test-kind/meetings-table.ts';

// A kind that has all its screens from the kit, by its addresses and data alone.

let server: TestServer;
const viewers = ['owner', 'member', 'outsider', 'banned'] as const;
const people = {} as Record<(typeof viewers)[number], ApiMember>;
/** The address of the meeting of a club, which has a number of its own. */
let club: string;
let wall: number;
beforeAll(async () => {
  server = await startServer({ TEST_KIND: '1' }, { isTestBuild: true });
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  // As the migration of a new kind would.
  await sql.unsafe("alter type subject_type add value 'club'");
  await sql.unsafe(clubsTable);
  await sql.unsafe(meetingsTable);
  for (const viewer of viewers) people[viewer] = await memberOf(server, viewer);
  // No member has the number of the club.
  await sql`select setval(pg_get_serial_sequence('containers', 'id'), 1000)`;
  const [row] = await sql<{ id: number }[]>`
    insert into containers (type, owner_id, title, created_at)
    values ('club', ${people.owner.id}, 'Oars', now())
    returning id`;
  const { id } = row!;
  await sql`insert into clubs (id, motto) values (${id}, 'Row, row')`;
  const { owner, member, banned } = people;
  await sql`
    insert into memberships (type, id, member_id, state, role, joined_at)
    values
      ('club', ${id}, ${owner.id}, 'member', 30, now()),
      ('club', ${id}, ${member.id}, 'member', 0, now()),
      ('club', ${id}, ${banned.id}, 'banned', 0, null)`;
  const [meeting] = await sql<{ id: number }[]>`
    insert into club_meetings (id, wall_id, title)
    values (nextval(pg_get_serial_sequence('containers', 'id')), ${id}, 'Oars in May')
    returning id`;
  await sql.end();
  wall = id;
  club = `/clubs/club/${meeting!.id}`;
});
afterAll(() => server.stop());

const open = async (viewer: ApiMember | undefined, path: string) => {
  const page = new PlainPage(server, viewer);
  await page.open(path);
  return page;
};
const statuses = async (viewer: ApiMember | undefined, paths: string[]) => {
  const found: Array<[string, number | string]> = [];
  for (const path of paths) {
    const page = await open(viewer, path);
    found.push([path, page.url.pathname === '/login' ? 'login' : page.status]);
  }
  return Object.fromEntries(found);
};
const all = (paths: string[], status: number | string) =>
  Object.fromEntries(paths.map((path) => [path, status]));

const forEverybody = () => [
  '/clubs',
  ...['', '/about', '/photos', '/videos'].map((end) => club + end),
];
const staffParts = ['edit', 'requests', 'waiting', 'invitations', 'bans', 'links', 'log'];
const forStaff = () => staffParts.map((part) => `${club}/${part}`);

test.each(viewers)('a club is listed and read, viewer: %s', async (viewer) => {
  expect(await statuses(people[viewer], forEverybody())).toEqual(all(forEverybody(), 200));
  const list = await open(people[viewer], '/clubs');
  await list.follow('Oars');
  expect(list.path).toBe(club);
});

test('a club is listed and read by visitors, who log in for the rest', async () => {
  expect(await statuses(undefined, forEverybody())).toEqual(all(forEverybody(), 200));
  const others = [...forStaff(), `${club}/members`, `${club}/invite`, '/clubs/create'];
  expect(await statuses(undefined, others)).toEqual(all(others, 'login'));
  expect((await open(undefined, `${club}/feed.xml`)).html).toContain('Oars');
});

test.each([...viewers, 'visitor'] as const)(
  'links, forms and metadata name a meeting by its own number, viewer: %s',
  async (viewer) => {
    const by = viewer === 'visitor' ? undefined : people[viewer];
    const paths = [...forEverybody(), `${club}/search?search=oars`, `${club}/feed.xml`];
    if (by && viewer !== 'banned') paths.push(`${club}/members`);
    if (viewer === 'owner') paths.push(...forStaff());
    if (viewer === 'owner' || viewer === 'member') paths.push(`${club}/invite`, `${club}/options`);
    const named = new RegExp(`(?:href|action|content)="[^"]*/${wall}(?![0-9])[^"]*"`, 'g');
    for (const path of paths) {
      const page = await open(by, path);
      expect([path, page.status, page.html.match(named)]).toEqual([path, 200, null]);
    }
  },
);

test('the address of a club leads to its meeting', async () => {
  for (const viewer of [people.owner, people.outsider, undefined])
    expect((await open(viewer, `/clubs/club/${wall}`)).path).toBe(club);
});

test('the setting of a club stands on its tab and in the form of its owner alone', async () => {
  expect((await open(undefined, `${club}/about`)).text).toContain('Motto Row, row');
  const edit = await open(people.owner, `${club}/edit`);
  expect(edit.text).toContain('Club name');
  expect(edit.value('Motto')).toBe('Row, row');
  expect((await open(people.outsider, '/clubs/create')).text).toContain('Motto');
});

test('the staff of a club opens every screen for managing it, and nobody else does', async () => {
  expect(await statuses(people.owner, forStaff())).toEqual(all(forStaff(), 200));
  const unwritten = forStaff().filter((path) => !path.endsWith('/waiting'));
  for (const viewer of ['member', 'outsider', 'banned'] as const)
    expect(await statuses(people[viewer], unwritten)).toEqual(all(unwritten, 404));
});

test('the buttons of a club follow what each viewer is to it', async () => {
  const texts = new Map<string, string>();
  for (const viewer of viewers) texts.set(viewer, (await open(people[viewer], club)).text);
  expect(texts.get('owner')).toContain('Manage');
  expect(texts.get('member')).toContain('Joined');
  const buttons = async (viewer: ApiMember) => (await open(viewer, club)).texts('button');
  const joins = await Promise.all(viewers.map((viewer) => buttons(people[viewer])));
  expect(joins.map((texts) => texts.includes('Join'))).toEqual([false, false, true, false]);
  expect(texts.get('banned')).toContain('You are banned from this club.');
});

test('members join and leave a club, and its staff approves, changes and bans them', async () => {
  const guest = await memberOf(server, 'guest');
  const as = async (viewer: ApiMember, path: string, ...buttons: string[]) => {
    const page = await open(viewer, path);
    for (const button of buttons) await page.press(button);
    return page;
  };
  const asOwner = (part: string, ...buttons: string[]) =>
    as(people.owner, `${club}/${part}`, ...buttons);
  for (const change of ['Make officer', 'Make member again'])
    expect((await asOwner('members', 'Change member Tester', change)).text).toContain(
      'Your changes were saved.',
    );
  const joined = await as(guest, club, 'Join');
  expect([joined.path, joined.texts('button').includes('Join')]).toEqual([club, false]);
  expect((await as(guest, club, 'Joined', 'Leave', 'Leave the club')).text).toContain(
    'You have left the club.',
  );
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`update containers set join_policy = 'approval' where id = ${wall}`;
  await sql.end();
  expect((await as(guest, club, 'Ask to join')).text).toContain('You have asked to join.');
  expect((await asOwner('requests', 'Approve')).text).toContain('Request approved.');
  expect((await open(guest, club)).texts('button')).toContain('Joined');
  const bans = ['Change guest Tester', 'Ban guest Tester', 'Ban member'];
  expect((await asOwner('members', ...bans)).texts('.container-person')).toHaveLength(2);
  expect((await open(guest, club)).text).toContain('You are banned from this club.');
  await asOwner('bans', 'End ban of guest Tester');
  expect((await open(guest, club)).texts('button')).toContain('Ask to join');
});

test('the owner of a club sees whom to change among its members', async () => {
  const members = await open(people.owner, `${club}/members`);
  expect(members.html).toContain('Make officer');
  expect((await open(people.member, `${club}/members`)).html).not.toContain('Make officer');
});

test.each([
  ['the build of the tests', true],
  ['no delivered build', false],
])('%s knows the setting that adds clubs', async (_, isTest) => {
  const out = await ensureBuild({ isTest });
  const programs = globSync('server/**/*.mjs', { cwd: out });
  const knows = programs.some((file) =>
    readFileSync(join(out, file), 'utf8').includes('TEST_KIND'),
  );
  expect(programs.length).toBeGreaterThan(0);
  expect(knows).toBe(isTest);
});
