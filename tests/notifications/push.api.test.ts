import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addComment } from '#domains/comments/comments.server.ts';
import { markAllRead } from '#domains/notifications/notification-changes.server.ts';
import { saveDelivery } from '#domains/notifications/preferences/preferences.server.ts';
import {
  collectDuePushes,
  pushQueue,
  sendPushes,
  type PushJob,
} from '#domains/notifications/push/deliver.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { react } from '#domains/reactions/reactions.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { openLoopback } from '#server/fetching/guard.ts';
import { startJobs, stopJobs } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';
import { addMember, addPost, block } from '../support/people.ts';
import { readVapid, startPushService, type PushService } from '../support/push-service.ts';
import { send, type Fields } from '../support/rest.ts';

let service: PushService;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  service = await startPushService();
  await startJobs([]);
});
afterAll(async () => {
  await stopJobs();
  await service.stop();
});

let ada: Member;
let bo: Member;
beforeEach(async () => {
  openLoopback(true);
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
});
afterEach(() => {
  openLoopback(false);
  Object.assign(service, { pushed: [], status: 201 });
});

const subscribe = (fields: Fields = service.subscription(), as: Member | undefined = ada) =>
  send('POST', '/notifications/push', fields, { as });
const state = async (as = ada) => (await send('GET', '/notifications/push', {}, { as })).body;
const comment = (member: Member, id: number) =>
  addComment(db, member, { type: 'post', id }, { body: 'A secret between us' }, '');
const devices = async (member: Member) =>
  (
    await db.execute<{ count: number }>(
      sql`select count(*)::int as count from push_subscriptions where member_id = ${member.id}`,
    )
  )[0]!.count;
/** Collects what is due; returns the jobs created. */
async function jobs(): Promise<PushJob[]> {
  await db.execute(sql`delete from jobs.job where name = ${pushQueue}`);
  await collectDuePushes();
  return (
    await db.execute<{ data: PushJob }>(sql`select data from jobs.job where name = ${pushQueue}`)
  ).map(({ data }) => data);
}
const pushAll = async () => void (await Promise.all((await jobs()).map((job) => sendPushes(job))));

describe('a push', () => {
  test('contains type and id, encrypted for the device and signed by this site, and no text', async () => {
    const { public_key, is_subscribed } = await state();
    expect(is_subscribed).toBe(0);
    expect(await subscribe()).toMatchObject({ status: 200, status_code: 204 });
    expect(await state()).toEqual({ public_key, is_subscribed: 1 });
    await comment(bo, await addPost(ada));
    await pushAll();
    const [{ notification_id: id }] = (await send('GET', '/notifications', {}, { as: ada })).body
      .recentUpdates;
    expect(service.pushed.map(({ payload }) => payload)).toEqual([{ type: 'commented', id }]);
    const { key, claims } = readVapid(String(service.pushed[0]!.headers.authorization));
    expect(key).toBe(public_key);
    expect(claims.aud).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(service.pushed[0]!.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
    });
    expect(JSON.stringify(service.pushed[0]!.headers)).not.toMatch(/cookie|secret between/i);
    expect(await jobs()).toEqual([]);
  });

  test('is sent once, for enabled types only, and combined if there are many', async () => {
    await subscribe();
    const id = await addPost(ada);
    await react(bo, 'post', id, 1);
    expect(await jobs()).toEqual([]);
    await saveDelivery(ada, { push_liked: 1 });
    await react(await addMember(), 'post', await addPost(ada), 1);
    for (let turn = 0; turn < 4; turn += 1) await comment(bo, await addPost(ada));
    await pushAll();
    expect(service.pushed.map(({ payload }) => payload)).toEqual([{ type: 'news', id: 0 }]);
    await saveDelivery(ada, { push: false });
    await comment(bo, await addPost(ada));
    expect(await jobs()).toEqual([]);
  });

  test('is not marked as due without a device', async () => {
    await comment(bo, await addPost(ada));
    const [row] = await db.execute<{ count: number }>(
      sql`
        select count(*)::int as count
        from notification_deliveries
        where channel = 'push' and member_id = ${ada.id}`,
    );
    expect(row!.count).toBe(0);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['read', () => markAllRead(ada)],
    ['a block', () => block(ada, bo)],
    ['push switched off', () => saveDelivery(ada, { push: false })],
    [
      'the account gone',
      () => db.execute(sql`update members set status = 'deleted' where id = ${ada.id}`),
    ],
    ['signed out', () => send('POST', '/logout', {}, { as: ada })],
    [
      'muted',
      () =>
        db.execute(
          sql`
            insert into notification_mutes (member_id, context_type, context_id)
            select ${ada.id}, 'post', id
            from posts
            where author_id = ${ada.id}`,
        ),
    ],
  ])('after %s, before it is sent: nothing', async (_name, change) => {
    await subscribe();
    await comment(bo, await addPost(ada));
    const waiting = await jobs();
    expect(waiting).toHaveLength(1);
    await change();
    await sendPushes(waiting[0]!);
    expect(service.pushed).toEqual([]);
  });

  test('waits during quiet hours and is not lost', async () => {
    await subscribe();
    await saveDelivery(ada, { mute_until: new Date(Date.now() + 3_600_000).toISOString() });
    await comment(bo, await addPost(ada));
    expect(await jobs()).toEqual([]);
    await saveDelivery(ada, { mute_until: null });
    await pushAll();
    expect(service.pushed).toHaveLength(1);
  });
});

describe('devices', () => {
  test('unsubscribe with the session, however it ends, and when the push service reports it', async () => {
    const one = service.subscription();
    await subscribe(one);
    await subscribe(one);
    expect(await devices(ada)).toBe(1);
    await send('POST', '/logout', {}, { as: ada });
    expect(await devices(ada)).toBe(0);
    for (const status of [404, 410]) {
      await subscribe(service.subscription(), bo);
      expect(await devices(bo)).toBe(1);
      await comment(await addMember(), await addPost(bo));
      service.status = status;
      await pushAll();
      expect(await devices(bo), String(status)).toBe(0);
    }
  });

  test('a push service that fails is retried', async () => {
    await subscribe();
    await comment(bo, await addPost(ada));
    const [job] = await jobs();
    for (const status of [503, 429]) {
      service.status = status;
      await expect(sendPushes(job!)).rejects.toThrow('was not taken');
    }
    service.status = 201;
    await sendPushes(job!);
    expect(service.pushed).toHaveLength(1);
  });

  test('redirects of a push service are not followed', async () => {
    await subscribe();
    await comment(bo, await addPost(ada));
    const [job] = await jobs();
    service.status = 302;
    await sendPushes(job!);
    expect(await devices(ada)).toBe(1);
    expect(service.pushed).toEqual([]);
  });

  test('the same browser under another account belongs to that account alone', async () => {
    const browser = service.subscription();
    await subscribe(browser, ada);
    await subscribe(browser, bo);
    expect([await devices(ada), await devices(bo)]).toEqual([0, 1]);
    // Knowing the address alone is not enough to unsubscribe.
    await subscribe({ ...service.subscription(), endpoint: browser.endpoint }, ada);
    expect(await devices(bo)).toBe(1);
    expect(await send('POST', '/notifications/push/remove', {}, { as: bo })).toMatchObject({
      status_code: 204,
    });
    expect(await send('POST', '/notifications/push/remove', {}, { as: bo })).toMatchObject({
      status_code: 204,
    });
    expect([await devices(ada), await devices(bo)]).toEqual([1, 0]);
  });

  test('only addresses of push services and valid keys are accepted', async () => {
    openLoopback(false);
    const good = { ...service.subscription(), endpoint: 'https://push.example/abc' };
    for (const endpoint of [
      'http://push.example/abc',
      'https://user:word@push.example/',
      'https://push.example:8443/',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'push.example',
      '',
      `https://push.example/${'x'.repeat(2_001)}`,
    ]) {
      expect(await subscribe({ ...good, endpoint }), endpoint).toMatchObject({ status: 400 });
    }
    for (const wrong of [
      { p256dh: 'AAAA' },
      { p256dh: `B${'A'.repeat(86)}` },
      { auth: 'AAAA' },
      { auth: '' },
      { p256dh: '<script>' },
    ] as Fields[])
      expect((await subscribe({ ...good, ...wrong })).status, JSON.stringify(wrong)).toBe(400);
    expect((await send('POST', '/notifications/push', good)).status).toBe(401);
    expect((await send('GET', '/notifications/push')).status).toBe(401);
    expect(await devices(ada)).toBe(0);
  });

  test.each([
    'https://127.0.0.1/',
    'https://localhost/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://2130706433/',
    'https://10.0.0.1/',
  ])('%s is never reached, and the device is forgotten', async (endpoint) => {
    openLoopback(false);
    await subscribe({ ...service.subscription(), endpoint });
    await comment(bo, await addPost(ada));
    const [job] = await jobs();
    if (endpoint === 'https://localhost/')
      await expect(
        sendPushes(job!).then(
          () => 'forgotten',
          () => 'no such name',
        ),
      ).resolves.toMatch(/forgotten|no such name/);
    else {
      await sendPushes(job!);
      expect(await devices(ada)).toBe(0);
    }
    expect(service.pushed).toEqual([]);
  });
});
