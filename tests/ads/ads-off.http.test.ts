import { globSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { act } from '../support/act.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
let ada: ApiMember;
let ad: number;
let receipt: number;

beforeAll(async () => {
  server = await borrowServer();
  ada = await memberOf(server, 'Ada', 'Quill');
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`update members set role = 'admin' where id = ${ada.id}`;
  const [bought] = await sql<{ id: number }[]>`
    insert into ad_packages (title, model, amount, price, is_approved)
    values ('Views', 'views', 1000, 500, true)
    returning id`;
  await sql.end();
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
  ({ receipt } = await act<{ receipt: number }>(server, ada, '/admin/ads/paid', { id: ad }));
});
const set = (ads_on: number) =>
  act(server, ada, '/admin/ads/settings', { ads_on, receipt_lines: '' });
afterAll(async () => {
  await set(1);
  await server.stop();
});

/** Addresses of all screens and files below `/advertise` and of the library, but receipts. */
const paths = () =>
  globSync(['advertise/**/*.{astro,ts}', 'ads/**/*.{astro,ts}'], { cwd: 'src/pages' })
    .filter((file) => !file.includes('receipts'))
    .map((file) => `/${file.replace(/(\/index)?\.(astro|ts)$/, '').replace('[id]', String(ad))}`)
    .map((path) => (path.includes('statistics') ? `${path}?ad_id=${ad}` : path));

test('screens about ads and their menu entries are there only while ads are on', async () => {
  const page = new PlainPage(server, ada);
  for (const [isOn, status] of [
    [1, 200],
    [0, 404],
  ] as const) {
    await set(isOn);
    expect(paths().length).toBeGreaterThan(6);
    for (const path of paths()) {
      await page.open(path);
      expect(page.status, path).toBe(status);
    }
    await page.open('/home');
    expect(page.links('Advertise').length > 0).toBe(Boolean(isOn));
    await page.open(`/advertise/receipts/${receipt}`);
    expect(page.status).toBe(200);
    expect(page.links('Advertise').length > 0).toBe(Boolean(isOn));
  }
});
