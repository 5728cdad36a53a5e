// @module-tag races
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { createSessions } from '../../scripts/bench/streams.ts';
import { act } from '../support/act.ts';
import { addCrowd, memberOf, type ApiMember } from '../support/member.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { adFields } from './ad-world.ts';

let one: TestServer;
/** A second process on the same database. */
let two: TestServer;
let sql: ReturnType<typeof postgresAt>;
let owner: ApiMember;
let readers: Reader[];

type Reader = Pick<ApiMember, 'headers' | 'cookie'>;
interface ShownAd {
  userad_id: number;
  token: string;
}

beforeAll(async () => {
  one = await startServer();
  two = await startServer({ DATABASE_URL: one.databaseUrl, DATA_DIR: one.dataDir });
  sql = postgresAt(one.databaseUrl, { max: 1 });
  owner = await memberOf(one, 'Ada', 'Quill');
  await addCrowd(one, 100);
  const [, ...sessions] = await createSessions(sql, 101);
  readers = sessions.map(({ token, secret }) => ({
    headers: { ...owner.headers, oauth_token: token, oauth_secret: secret },
    cookie: `hearth_token=${token}; hearth_secret=${secret}`,
  }));
});
afterAll(async () => {
  await sql?.end();
  await two?.stop();
  await one?.stop();
});

const serverOf = (index: number) => (index % 2 ? one : two);

/** Adds the only ad that runs, with as many clicks. Returns its id. */
async function addAd(clicks: number): Promise<number> {
  await sql`update ads set state = 'finished'`;
  const [bought] = await sql<{ id: number }[]>`
    insert into ad_packages (title, model, amount, is_approved)
    values ('Clicks', 'clicks', ${clicks}, true)
    returning id`;
  const { response } = await act<{ response: { ad_id: number } }>(
    one,
    owner,
    '/communityads/index/create',
    { ...adFields, package_id: bought!.id },
  );
  return response.ad_id;
}

async function listShown(server: TestServer, { headers }: Reader): Promise<ShownAd[]> {
  const answer = await fetch(`${server.origin}/api/rest/communityads/index/index`, { headers });
  const { body } = (await answer.json()) as { body: { advertisements: ShownAd[] } };
  return body.advertisements;
}

/** Resolves with the token of the ad once the server shows it to the member. */
async function waitForToken(server: TestServer, reader: Reader, id: number): Promise<string> {
  const find = async () => (await listShown(server, reader)).find((ad) => ad.userad_id === id);
  await expect.poll(find, { timeout: 15_000 }).toBeDefined();
  return (await find())!.token;
}

/** Returns the address that the link leads to; asks again while the server is too busy. */
async function follow(
  server: TestServer,
  reader: Reader,
  id: number,
  token: string,
): Promise<string> {
  const answer = await fetch(`${server.origin}/communityads/go/${id}?token=${token}`, {
    headers: { cookie: reader.cookie },
    redirect: 'manual',
  });
  if (answer.status !== 503) return answer.headers.get('location') ?? `status ${answer.status}`;
  await sleep(250);
  return follow(server, reader, id, token);
}

const report = (server: TestServer, { headers }: Reader, id: number, token: string) =>
  fetch(`${server.origin}/api/rest/communityads/update-click-count/${id}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ token }),
  });

async function numbersOf(id: number) {
  const [row] = await sql<Record<'used' | 'clicks' | 'ignored', number>[]>`
    select a.used, sum(s.clicks)::int as clicks, sum(s.ignored)::int as ignored
    from ads a
    join ad_daily_stats s on s.ad_id = a.id
    where a.id = ${id}
    group by a.id`;
  return { ...row };
}

test('one of 100 clicks of a member in two processes is billed', async () => {
  const [reader] = readers;
  const id = await addAd(1_000);
  const token = await waitForToken(one, reader!, id);
  const led = await Promise.all(
    readers.map((_, index) => follow(serverOf(index), reader!, id, token)),
  );
  expect(new Set(led)).toEqual(new Set([adFields.cads_url]));
  expect(await numbersOf(id)).toEqual({ used: 1, clicks: 1, ignored: 99 });
});

test('a click by the call and one by the link in the other process are billed once for each member', async () => {
  const id = await addAd(1_000);
  for (const reader of readers.slice(0, 20)) {
    const token = await waitForToken(two, reader, id);
    await Promise.all([follow(one, reader, id, token), report(two, reader, id, token)]);
  }
  expect(await numbersOf(id)).toEqual({ used: 20, clicks: 20, ignored: 20 });
});

test('ten of 100 members in two processes are billed for the last ten clicks, and the other stops showing the ad', async () => {
  const id = await addAd(10);
  await waitForToken(two, readers[0]!, id);
  const tokens: string[] = [];
  for (const reader of readers) tokens.push(await waitForToken(one, reader, id));
  const led = await Promise.all(
    readers.map((reader, index) => follow(serverOf(index), reader, id, tokens[index]!)),
  );
  expect(led).toEqual(readers.map(() => adFields.cads_url));
  expect(await numbersOf(id)).toEqual({ used: 10, clicks: 10, ignored: 90 });
  // Pauses of at least five seconds in all, which is as old as a pool may be.
  let isShown = true;
  for (let count = 0; isShown && count <= 20; count += 1) {
    await sleep(250);
    isShown = (await listShown(two, readers[0]!)).some((ad) => ad.userad_id === id);
  }
  expect(isShown).toBe(false);
});
