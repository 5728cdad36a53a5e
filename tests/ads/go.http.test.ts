import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
let ada: ApiMember;
beforeAll(async () => {
  server = await borrowServer();
  ada = await memberOf(server, 'Ada', 'Quill');
});
afterAll(() => server.stop());

test('opened ads count against the same limit as counted clicks', async () => {
  const open = () =>
    fetch(`${server.origin}/communityads/go/1`, { headers: { cookie: ada.cookie } });
  expect((await open()).status).toBe(404);
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  const reached = await sql`
    update rate_counters set count = 2147483646 where key = ${`clickAd/3600/${ada.id}`}`;
  // Also of the next hour, if it begins meanwhile.
  await sql`
    insert into rate_counters (key, window_start, expires_at, count)
    select key, window_start + 3600, expires_at + interval '1 hour', count
    from rate_counters where key = ${`clickAd/3600/${ada.id}`}
    on conflict do nothing`;
  await sql.end();
  expect(reached.count).toBe(1);
  const refused = await open();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});
