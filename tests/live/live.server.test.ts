import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSession, revokeAllSessionsOf } from '#domains/auth/sessions.server.ts';
import { addFriend } from '#domains/friends/friendship-changes.server.ts';
import { checkStreams } from '#domains/live/live.server.ts';
import { markAllRead } from '#domains/notifications/notification-changes.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { react, unreact } from '#domains/reactions/reactions.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { everyStream, retryAfter } from '#server/live/streams.ts';
import { sql } from '#server/sql.ts';
import { startLiveServer } from '../support/live-server.ts';
import { addMember, addPost, setStatus } from '../support/people.ts';
import { listenTo } from '../support/stream.ts';

let live: Awaited<ReturnType<typeof startLiveServer>>;
let ada: Member;
let bo: Member;

beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  live = await startLiveServer();
});
afterAll(() => live.stop());
beforeEach(async () => {
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
});

const listen = (
  member: Member,
  { since = '', headers = {} }: { since?: string; headers?: Record<string, string> } = {},
) => listenTo(live.origin, member, { headers, query: since && `since=${since}` });

const sessionOf = async (member: Member) =>
  (
    await db.execute<{ id: number }>(
      sql`select id from sessions where member_id = ${member.id} order by id desc limit 1`,
    )
  )[0]!.id;

test('a broken connection is retried within a second if it is alone', () => {
  expect([0, 1].map((chance) => retryAfter(1, chance))).toEqual([300, 1_000]);
});

test('three thousand of ten thousand broken connections return within a second', () => {
  const delays = Array.from({ length: 10_000 }, (_, index) => retryAfter(10_000, index / 10_000));
  for (let second = 0; second < 4_000; second += 100)
    expect(
      delays.filter((delay) => delay >= second && delay < second + 1_000).length,
    ).toBeLessThanOrEqual(3_010);
});

describe('events that are sent', () => {
  test('changed counts, to the member they belong to and nobody else', async () => {
    const [hers, his] = [await listen(ada), await listen(bo)];
    expect(hers.answer.headers.get('content-type')).toContain('text/event-stream');
    expect(hers.answer.headers.get('cache-control')).toBe('no-store');
    for (const stream of [hers, his])
      expect(await stream.next()).toMatchObject({
        type: 'ready',
        data: expect.stringContaining('"isComplete":false') as unknown,
      });
    const id = await addPost(ada);
    await react(bo, 'post', id, 1);
    expect(await hers.next()).toMatchObject({ type: 'badges', data: '{}' });
    await unreact(bo, 'post', id);
    expect(await hers.next()).toMatchObject({ type: 'badges' });
    await markAllRead(ada);
    expect(await hers.next()).toMatchObject({ type: 'badges' });
    await addFriend(ada, bo.id);
    expect(await his.next()).toMatchObject({ type: 'badges' });
    await Promise.all([hers.stop(), his.stop()]);
  });

  test('missed events after a disconnection, once', async () => {
    const first = await listen(ada);
    const { id } = (await first.next())!;
    await first.stop();
    const other = await listen(ada);
    await other.next();
    for (let turn = 0; turn < 3; turn += 1) await react(bo, 'post', await addPost(ada), 1);
    for (let turn = 0; turn < 3; turn += 1) await other.next();
    const again = await listen(ada, { since: id });
    expect(await again.next()).toMatchObject({
      type: 'ready',
      data: expect.stringContaining('"isComplete":true') as unknown,
    });
    expect(await again.next()).toMatchObject({ type: 'badges' });
    const byHeader = await listen(ada, { headers: { 'last-event-id': id } });
    expect(await byHeader.next()).toMatchObject({
      data: expect.stringContaining('"isComplete":true') as unknown,
    });
    await Promise.all([other.stop(), again.stop(), byHeader.stop()]);
  });

  test('that there is more, after an event that is unknown', async () => {
    const listening = await listen(ada);
    const { id } = (await listening.next())!;
    for (const since of ['else.1', `${id.split('.')[0]}.999999`, 'x', '%00', id.split('.')[0]!]) {
      const unknown = await listen(ada, { since });
      expect(await unknown.next(), since).toMatchObject({
        data: expect.stringContaining('"isComplete":false') as unknown,
      });
      await unknown.stop();
    }
    await listening.stop();
  });
});

describe('streams that are closed', () => {
  test('at once after the sign-out of that session alone', async () => {
    const [one, two] = [await listen(ada), await listen(ada)];
    await Promise.all([one.next(), two.next()]);
    await db.execute(sql`delete from sessions where id = ${await sessionOf(ada)}`);
    expect(await two.next()).toMatchObject({ type: 'end' });
    expect(await two.next()).toBeUndefined();
    await react(bo, 'post', await addPost(ada), 1);
    expect(await one.next()).toMatchObject({ type: 'badges' });
    await revokeAllSessionsOf(ada.id);
    expect(await one.next()).toMatchObject({ type: 'end' });
  });

  test('when their member is suspended', async () => {
    const stream = await listen(ada);
    await stream.next();
    await setStatus(ada, 'suspended');
    expect(await stream.next()).toMatchObject({ type: 'end' });
  });

  test('when their session has expired or ended without an event', async () => {
    const stream = await listen(ada);
    await stream.next();
    await checkStreams();
    expect([...everyStream()].some(({ memberId }) => memberId === ada.id)).toBe(true);
    await db.execute(
      sql`update sessions set last_used_at = now() - interval '31 days' where member_id = ${ada.id}`,
    );
    await checkStreams();
    expect(await stream.next()).toMatchObject({ type: 'end' });
  });

  test('the oldest of more than eight', async () => {
    const all = [];
    for (let count = 0; count < 9; count += 1) {
      const stream = await listen(ada);
      await stream.next();
      all.push(stream);
    }
    expect(await all[0]!.next()).toMatchObject({ type: 'crowded' });
    expect([...everyStream()].filter(({ memberId }) => memberId === ada.id)).toHaveLength(8);
    await Promise.all(all.map(({ stop }) => stop()));
  });
});

test('visitors, ended sessions, other sites and other methods get no stream', async () => {
  const pair = await createSession(db, ada.id, 'test', '127.0.0.1');
  const credentials = { oauth_token: pair.token, oauth_secret: pair.secret };
  expect((await fetch(`${live.origin}/live`)).status).toBe(401);
  expect(
    (
      await fetch(`${live.origin}/live`, {
        headers: { ...credentials, oauth_secret: 'x'.repeat(64) },
      })
    ).status,
  ).toBe(401);
  expect(
    (
      await fetch(`${live.origin}/live`, {
        headers: { ...credentials, 'sec-fetch-site': 'cross-site' },
      })
    ).status,
  ).toBe(403);
  expect(
    (await fetch(`${live.origin}/live`, { method: 'POST', headers: credentials })).status,
  ).toBe(400);
  await setStatus(ada, 'suspended');
  expect((await fetch(`${live.origin}/live`, { headers: credentials })).status).toBe(401);
});

test('thirty connections a minute are the limit', async () => {
  env().RATE_LIMIT_SCALE = 1;
  try {
    const pair = await createSession(db, ada.id, 'test', '127.0.0.1');
    const answers = [];
    for (let count = 0; count < 62; count += 1) {
      const answer = await fetch(`${live.origin}/live`, {
        headers: { oauth_token: pair.token, oauth_secret: pair.secret },
      });
      answers.push(answer.status);
      await answer.body!.cancel();
    }
    // Rate limits count per minute: avoids starting at the end of one.
    expect(answers.filter((status) => status === 200).length).toBeLessThanOrEqual(60);
    expect(answers).toContain(429);
  } finally {
    env().RATE_LIMIT_SCALE = 1_000;
  }
});
