import { afterEach, expect, test } from 'vitest';
import {
  createSession,
  findSession,
  listSessions,
  revokeAllSessionsOf,
  revokeOtherSessionsOf,
  revokeSession,
} from '#domains/auth/sessions.server.ts';
import { visibleAuthor } from '#domains/policy/audience.server.ts';
import { readViewer } from '#domains/policy/viewer.server.ts';
import type { Member, Viewer } from '#domains/policy/viewer.ts';
import { databaseNow, moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { countStatements, recordStatements } from '../support/statements.ts';
import { person } from './people.ts';

const day = 24 * 60 * 60;
afterEach(() => moveClock(0));

const signIn = (memberId: number, device = 'Firefox on Linux') =>
  db.transaction((tx) => createSession(tx, memberId, device, '10.0.0.1'));
const cookies = (pair: { token: string; secret: string }) =>
  `hearth_token=${pair.token}; hearth_secret=${pair.secret}`;
const viewer = (
  headers: Record<string, string | undefined>,
  fields: Record<string, unknown> = {},
) => readViewer({ headers, fields });

test('a session finds its member', async () => {
  const { id } = await person();
  const pair = await signIn(id);
  expect(pair.token).toMatch(/^[0-9a-f]{32}$/);
  expect(pair.secret).toMatch(/^[0-9a-f]{64}$/);
  expect(await findSession(pair)).toMatchObject({
    kind: 'member',
    id,
    role: 'member',
    avatar: null,
    timezone: 'UTC',
  });
  expect(Object.keys((await findSession(pair))!).sort()).toEqual([
    'autoplaysVideos',
    'avatar',
    'blockedIds',
    'displayname',
    'hasContainers',
    'hidesNothing',
    'id',
    'kind',
    'role',
    'sessionId',
    'showsInviteBanner',
    'timezone',
    'username',
  ]);
});

test('a session has containers if the member belongs to one, follows or likes one', async () => {
  const { id } = await person();
  const pair = await signIn(id);
  const hasContainers = async () => (await findSession(pair))!.hasContainers;
  const [group] = await db.execute<{ id: number }>(sql`
    insert into containers (type, owner_id, title) values ('group', ${id}, 'Bakers') returning id`);
  await db.execute(sql`
    insert into reactions (subject_type, subject_id, member_id, kind) values ('post', 1, ${id}, 1)`);
  expect(await hasContainers()).toBe(false);
  await db.execute(sql`
    insert into reactions (subject_type, subject_id, member_id, kind)
    values ('group', ${group!.id}, ${id}, 1)`);
  expect(await hasContainers()).toBe(true);
  await db.execute(sql`delete from reactions where member_id = ${id}`);
  await db.execute(sql`
    insert into memberships (type, id, member_id) values ('group', ${group!.id}, ${id})`);
  expect(await hasContainers()).toBe(false);
  await db.execute(sql`update memberships set is_following = true where member_id = ${id}`);
  expect(await hasContainers()).toBe(true);
});

test('neither token nor secret is in the database', async () => {
  const { id } = await person();
  const pair = await signIn(id);
  const [row] = await db.execute(
    sql`select s::text as text from sessions s where member_id = ${id}`,
  );
  expect(row!.text).not.toContain(pair.token);
  expect(row!.text).not.toContain(pair.secret);
});

test('half a pair, a wrong secret and the pair of two members find nobody', async () => {
  const [ada, bo] = [await person(), await person()];
  const [mine, other] = [await signIn(ada.id), await signIn(bo.id)];
  expect(await findSession({ token: mine.token, secret: other.secret })).toBeNull();
  expect(await findSession({ token: other.token, secret: mine.secret })).toBeNull();
  for (const headers of [
    { oauth_token: mine.token },
    { oauth_secret: mine.secret },
    { oauth_token: mine.token, oauth_secret: '' },
    { oauth_token: mine.token, oauth_secret: mine.secret.slice(1) },
    { oauth_token: mine.token.toUpperCase(), oauth_secret: mine.secret },
    { oauth_token: `${mine.token}, ${mine.token}`, oauth_secret: mine.secret },
    { cookie: `hearth_token=${mine.token}` },
    { cookie: cookies({ token: mine.token, secret: other.secret }) },
  ]) {
    await expect(viewer(headers), JSON.stringify(headers)).rejects.toMatchObject({
      code: 'invalid_token',
    });
  }
  for (const fields of [
    { oauth_token: [mine.token], oauth_secret: mine.secret },
    { oauth_token: { a: mine.token }, oauth_secret: mine.secret },
    { oauth_token: 1, oauth_secret: 2 },
  ]) {
    await expect(viewer({}, fields)).rejects.toMatchObject({ code: 'invalid_token' });
  }
});

test('a request without credential is a visitor, and so is one with only a member id', async () => {
  const { id } = await person();
  expect(await viewer({})).toEqual({ kind: 'visitor' });
  expect(
    await viewer({ cookie: `hearth_member=${id}; theme=dark` }, { user_id: String(id) }),
  ).toEqual({ kind: 'visitor' });
  expect(await viewer({}, { oauth_token: '', oauth_secret: '' })).toEqual({ kind: 'visitor' });
});

test('headers, fields and cookies all carry a session', async () => {
  const { id } = await person();
  const { token, secret } = await signIn(id);
  const pair = { oauth_token: token, oauth_secret: secret };
  expect(await viewer(pair)).toMatchObject({ id });
  expect(await viewer({}, pair)).toMatchObject({ id });
  expect(await viewer({ cookie: cookies({ token, secret }) })).toMatchObject({ id });
});

test('the viewer of a read has the blocks of both directions, for a second', async () => {
  const [me, blocked, blocker] = [await person(), await person(), await person()];
  const pair = await signIn(me.id);
  const headers = { cookie: cookies(pair) };
  const texts = async (asking: Viewer) =>
    recordStatements(() =>
      db.execute(sql`select ${visibleAuthor(asking as Member, sql`1::bigint`)} as is_visible`),
    );
  const free = await readViewer({ headers, fields: {} }, true);
  expect(free).toMatchObject({ blocks: { ids: [] } });
  await db.execute(sql`
    insert into blocks (blocker_id, blocked_id)
    values (${me.id}, ${blocked.id}), (${blocker.id}, ${me.id})`);
  const reading = await readViewer({ headers, fields: {} }, true);
  expect((reading as Member).blocks!.ids.toSorted()).toEqual([blocked.id, blocker.id].toSorted());
  const readAgo = (milliseconds: number) => ({
    ...(reading as Member),
    blocks: { ids: [], readAt: performance.now() - milliseconds },
  });
  expect(await texts(readAgo(0))).toEqual([expect.not.stringContaining('from blocks')]);
  expect(await texts(readAgo(1_001))).toEqual([expect.stringContaining('from blocks')]);
  const writing = await readViewer({ headers, fields: {} });
  expect(writing).not.toHaveProperty('blocks');
  expect(await texts(writing)).toEqual([expect.stringContaining('from blocks')]);
});

test('the viewer of a read with more than 200 blocks has none of them', async () => {
  const { id } = await person();
  await db.execute(sql`
    with added as (
      insert into members (status, email, username, first_name, last_name, displayname, password_hash)
      select 'active', 'blocked' || n || '@hearth.example', 'blocked' || n, 'B', 'N', 'B N', 'none'
      from generate_series(1, 201) n
      returning id
    )
    insert into blocks (blocker_id, blocked_id)
    select ${id}, added.id from added`);
  const headers = { cookie: cookies(await signIn(id)) };
  expect(await readViewer({ headers, fields: {} }, true)).not.toHaveProperty('blocks');
});

test('the viewer of a read hides nothing until the member hides something', async () => {
  const { id } = await person();
  const headers = { cookie: cookies(await signIn(id)) };
  expect(await readViewer({ headers, fields: {} }, true)).toMatchObject({ hidesNothing: true });
  expect(await readViewer({ headers, fields: {} })).not.toHaveProperty('hidesNothing');
  await db.execute(
    sql`insert into hidden_items (member_id, type, item_id) values (${id}, 'post', 1)`,
  );
  expect(await readViewer({ headers, fields: {} }, true)).toMatchObject({ hidesNothing: false });
});

test('the session of the headers wins over that of the fields', async () => {
  const [ada, bo] = [await person(), await person()];
  const [mine, other] = [await signIn(ada.id), await signIn(bo.id)];
  const asHeaders = { oauth_token: mine.token, oauth_secret: mine.secret };
  expect(
    await viewer(asHeaders, { oauth_token: other.token, oauth_secret: other.secret }),
  ).toMatchObject({ id: ada.id });
  expect(await viewer({ ...asHeaders, cookie: cookies(mine) })).toMatchObject({ id: ada.id });
});

test('a cookie beside a different credential is refused', async () => {
  const [mine, other] = [await signIn((await person()).id), await signIn((await person()).id)];
  await expect(
    viewer({ cookie: cookies(other), oauth_token: mine.token, oauth_secret: mine.secret }),
  ).rejects.toMatchObject({ status: 400 });
  await expect(
    viewer({ cookie: cookies(other) }, { oauth_token: mine.token, oauth_secret: mine.secret }),
  ).rejects.toMatchObject({ status: 400 });
});

test('a session ends 30 days after its last use', async () => {
  const { id } = await person();
  const pair = await signIn(id);
  moveClock(30 * day - 60);
  await db.execute(sql`update sessions set last_used_at = last_used_at`);
  expect(await findSession(pair)).not.toBeNull();
  await expect
    .poll(
      async () =>
        (
          await db.execute(
            sql`
              select 1
              from sessions
              where member_id = ${id} and last_used_at > now() + interval '29 days'`,
          )
        ).length,
    )
    .toBe(1);
  moveClock(60 * day - 120);
  expect(await findSession(pair)).not.toBeNull();
  moveClock(100 * day);
  expect(await findSession(pair)).toBeNull();
});

test('a session ends 180 days after log-in, however often it is used', async () => {
  const { id } = await person();
  const pair = await signIn(id);
  await db.execute(
    sql`
      update sessions set created_at = now() - interval '179 days 23 hours' where member_id = ${id}`,
  );
  expect(await findSession(pair)).not.toBeNull();
  await db.execute(
    sql`update sessions set created_at = now() - interval '180 days' where member_id = ${id}`,
  );
  expect(await findSession(pair)).toBeNull();
});

test('last use is written once a minute', async () => {
  const { id } = await person();
  const pair = await signIn(id);
  await findSession(pair);
  const used = () =>
    db.execute<{ age: number }>(
      sql`
        select extract(epoch from now() - last_used_at)::float8 as age
        from sessions
        where member_id = ${id}`,
    );
  await db.execute(
    sql`update sessions set last_used_at = now() - interval '50 seconds' where member_id = ${id}`,
  );
  // The write is not awaited by the request, but it is sent before the statement that follows.
  const statements = () =>
    countStatements(async () => {
      await findSession(pair);
      await used();
    });
  expect(await statements()).toBe(2);
  expect((await used())[0]!.age).toBeGreaterThan(49);
  await db.execute(
    sql`update sessions set last_used_at = now() - interval '61 seconds' where member_id = ${id}`,
  );
  expect(await statements()).toBe(3);
  await expect.poll(async () => (await used())[0]!.age).toBeLessThan(50);
});

test('the day on which a member was here is written once, and outlasts the session', async () => {
  const { id } = await person();
  const pair = await signIn(id);
  const read = () =>
    db.execute<{ days: number | null }>(sql`
      select (now() at time zone 'Etc/UTC')::date - last_seen_on as days
      from members
      where id = ${id}`);
  const statements = () =>
    countStatements(async () => {
      await findSession(pair);
      await read();
    });
  expect(await statements()).toBe(3);
  await expect.poll(async () => (await read())[0]!.days).toBe(0);
  expect(await statements()).toBe(2);
  moveClock(2 * day);
  await findSession(pair);
  await expect.poll(async () => (await read())[0]!.days).toBe(-2);
  moveClock(0);
  await db.execute(sql`delete from sessions where member_id = ${id}`);
  expect((await read())[0]!.days).toBe(-2);
});

test.each(['pending', 'suspended', 'deleted'])('a %s account has no session', async (status) => {
  const { id } = await person();
  const pair = await signIn(id);
  await db.execute(sql`update members set status = ${status} where id = ${id}`);
  expect(await findSession(pair)).toBeNull();
  await expect(viewer({ cookie: cookies(pair) })).rejects.toMatchObject({ code: 'invalid_token' });
});

test('the oldest of more than 20 sessions is deleted, even with concurrent log-ins', async () => {
  const { id } = await person();
  const first = await signIn(id);
  const second = await signIn(id);
  for (let more = 0; more < 18; more += 1) await signIn(id);
  expect(await findSession(first)).not.toBeNull();
  await signIn(id);
  expect(await findSession(first)).toBeNull();
  expect(await findSession(second)).not.toBeNull();
  await Promise.all(Array.from({ length: 8 }, () => signIn(id)));
  expect(await listSessions(id)).toHaveLength(20);
});

test('a member signs out one device, the others, or all, and never somebody else', async () => {
  const [ada, bo] = [await person(), await person()];
  const [here, phone, tablet, other] = [
    await signIn(ada.id),
    await signIn(ada.id, 'Chrome on Android'),
    await signIn(ada.id),
    await signIn(bo.id),
  ];
  const idOf = async (pair: typeof here) => (await findSession(pair))!.sessionId;
  await expect(revokeSession(ada.id, await idOf(other))).rejects.toMatchObject({
    code: 'no_record',
  });
  expect((await listSessions(ada.id)).map(({ device }) => device)).toContain('Chrome on Android');
  await revokeSession(ada.id, await idOf(phone));
  expect(await findSession(phone)).toBeNull();
  await revokeOtherSessionsOf(ada.id, await idOf(here));
  expect(await findSession(tablet)).toBeNull();
  expect(await findSession(here)).not.toBeNull();
  await revokeAllSessionsOf(ada.id);
  expect(await findSession(here)).toBeNull();
  expect(await findSession(other)).not.toBeNull();
});

test("the session includes the database's time, which screens render by", async () => {
  const { id } = await person();
  const pair = await db.transaction((tx) => createSession(tx, id, 'Firefox', '10.1.2.3'));
  try {
    moveClock(3 * 24 * 60 * 60);
    await findSession(pair);
    const [row] = await db.execute<{ away: number }>(
      sql`
        select abs(
          extract(
            epoch from now() + interval '3 days' - ${databaseNow().toISOString()}::timestamptz
          )
        )::float8 as away`,
    );
    // Allows for the round trip; without the moved clock it would be off by days.
    expect(row!.away).toBeLessThan(60);
  } finally {
    moveClock(0);
    await findSession(pair);
  }
});
