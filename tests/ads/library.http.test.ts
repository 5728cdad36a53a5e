import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { act } from '../support/act.ts';
import { memberOf } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
let sql: ReturnType<typeof postgresAt>;
let library: PlainPage;
let ad: number;

beforeAll(async () => {
  server = await borrowServer();
  sql = postgresAt(server.databaseUrl, { max: 1 });
  library = new PlainPage(server);
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

test('an empty library has a text for visitors', async () => {
  await library.open('/ads/library');
  expect(library.status).toBe(200);
  expect(library.text).toContain('No ad was shown here in the last year.');
});

test('the screen and both files of the library show the payer and the numbers of an ad', async () => {
  const ada = await memberOf(server, 'Ada', 'Quill');
  // Members read without the page cache of visitors, which a row that a test writes does not empty.
  library = new PlainPage(server, ada);
  const [bought] = await sql<{ id: number }[]>`
    insert into ad_packages (title, model, amount, is_approved)
    values ('Views', 'views', 1000, true)
    returning id`;
  const created = await act<{ response: { ad_id: number } }>(
    server,
    ada,
    '/communityads/index/create',
    {
      campaign_name: 'Autumn',
      cads_title: 'Boats for rent',
      cads_body: 'By the hour.',
      cads_url: 'https://boats.example/rent',
      sponsored_by: 'Boat house',
      package_id: bought!.id,
    },
  );
  ad = created.response.ad_id;
  await library.open('/ads/library');
  expect(library.text).not.toContain('Boats for rent');
  await sql`
    insert into ad_daily_stats (ad_id, day, served, seen, clicks)
    values (${ad}, current_date, 20, 12, 3)`;
  await sql`update ads set last_shown_on = current_date where id = ${ad}`;
  await library.open('/ads/library');
  for (const text of [
    'Boats for rent',
    'By the hour.',
    'Boat house',
    'Everyone',
    '12 views',
    '3 clicks',
  ])
    expect(library.text).toContain(text);
  expect(library.html).toContain('href="https://boats.example/rent"');
  expect(library.html).toMatch(/rel="[^"]*sponsored/);
  const csv = await (await fetch(`${server.origin}/ads/library.csv`)).text();
  expect(csv).toMatch(/"Boat house".*,"12","3"/);
  const json = await (await fetch(`${server.origin}/ads/library.json`)).text();
  expect(json).toMatch(/"count_view":\s*12/);
  expect(json).toMatch(/"count_click":\s*3/);
});

test('an ad that moderators removed stays in the library without its text and address', async () => {
  const moderator = await memberOf(server, 'Bo', 'Reed');
  await sql`update members set role = 'moderator' where id = ${moderator.id}`;
  await act(server, moderator, '/admin/ads/remove', { id: ad });
  await library.open('/ads/library');
  expect(library.text).toContain('Removed by the moderators');
  expect(library.text).toContain('12 views');
  for (const text of ['Boats for rent', 'By the hour.', 'boats.example'])
    expect(library.html).not.toContain(text);
});
