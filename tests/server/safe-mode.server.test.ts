import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { checkLink, mintLink } from '#domains/auth/email-tokens.server.ts';
import { startPasskeyLogIn } from '#domains/auth/passkeys/passkey-login.server.ts';
import { createSession, findSession } from '#domains/auth/sessions.server.ts';
import { beginSecondStep, tryStep } from '#domains/auth/two-factor/second-step.server.ts';
import {
  createInviteLink,
  readInviteLink,
} from '#domains/containers/invitations/invite-links.server.ts';
import { createCalendarKey } from '#domains/events/calendars/calendar-keys.server.ts';
import {
  findMail,
  unsubscribe,
  unsubscribeUrl,
} from '#domains/notifications/mails/unsubscribe.server.ts';
import { requestDuePushes } from '#domains/notifications/push/due-pushes.server.ts';
import { dropCopiedData } from '#server/copied-data.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { guardedFetch } from '#server/guarded-fetch.ts';
import { enqueue, startJobs, stopJobs } from '#server/jobs.ts';
import { openBus } from '#server/live/bus.ts';
import { checkLocation, recordLocation } from '#server/location.ts';
import { afterSafeMode, isInSafeMode, startAtLocation } from '#server/safe-mode.ts';
import { sql } from '#server/sql.ts';
import { person, somebody } from '../auth/people.ts';
import { addContainer } from '../containers/container-world.ts';
import { addMember } from '../support/people.ts';
import { noRedis, startRedis } from '../support/redis.ts';

const url = process.env.DATABASE_URL!;
const recorded = async () =>
  (await db.execute<{ value: string }>(sql`select value from site_state where key = 'location'`))[0]
    ?.value;
/** As if the data had been copied from a site with this id. */
async function comeFrom(id: string): Promise<void> {
  const check = await checkLocation(url);
  await recordLocation(url, { ...check, here: { ...check.here, id } });
}
const decide = async () => {
  await recordLocation(url, await checkLocation(url));
  await expect.poll(isInSafeMode).toBe(false);
};

beforeAll(() => {
  process.env.LOG_LEVEL = 'silent';
});
beforeEach(async () => {
  await db.execute(sql`delete from site_state where key = 'location'`);
});

test('data without a location gets one and no question', async () => {
  await startAtLocation(url);
  expect(isInSafeMode()).toBe(false);
  expect(JSON.parse((await recorded())!)).toMatchObject({ database: expect.any(String), id: null });
});

test('a location whose id cannot be stored starts all the same and names the setting', async () => {
  await comeFrom('a machine');
  const folder = mkdtempSync(join(tmpdir(), 'hearth-location-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'file'), '');
  env().LOCATION_ID = join(folder, 'file', 'id');
  onTestFinished(() => void delete env().LOCATION_ID);
  const { isElsewhere, problem } = await checkLocation(url);
  expect(isElsewhere).toBe(false);
  expect(problem).toMatch(/cannot be stored in .*file\/id \(ENOTDIR\): .*LOCATION_ID/);
  await startAtLocation(url);
  // The recorded id stays, for when the file can be read again.
  expect(JSON.parse((await recorded())!)).toMatchObject({ id: 'a machine' });
});

test('an id in a file outside the data is made by the start alone, and stays the same', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-location-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  env().LOCATION_ID = join(folder, 'deep', 'id');
  onTestFinished(() => void delete env().LOCATION_ID);
  expect((await checkLocation(url)).problem).toBeUndefined();
  expect(existsSync(join(folder, 'deep'))).toBe(false);
  await startAtLocation(url);
  expect((await checkLocation(url)).isElsewhere).toBe(false);
  env().LOCATION_ID = join(folder, 'other', 'id');
  expect((await checkLocation(url)).isElsewhere).toBe(true);
});

test('safe mode refuses earlier sessions, links and codes until the host decides', async () => {
  const { id } = await person();
  const earlier = await createSession(db, id, 'Firefox', '10.0.0.1');
  const link = (await mintLink('reset', id, crypto.randomUUID()))!;
  const step = await beginSecondStep(db, id, somebody(), false);
  const [owner, bo] = [await addMember(), await addMember()];
  const { token } = await createInviteLink(owner, await addContainer(owner));
  const mailId = crypto.randomUUID();
  await db.execute(sql`
    insert into notification_mails (id, member_id, frequency) values (${mailId}, ${id}, 'daily')`);
  const mailToken = unsubscribeUrl(mailId).split('/').at(-1)!;
  await comeFrom('elsewhere');
  await startAtLocation(url);
  expect(isInSafeMode()).toBe(true);
  expect(await findSession(earlier)).toBeNull();
  expect(await checkLink('reset', link)).toEqual({ state: 'unknown' });
  await expect(tryStep(step, somebody())).rejects.toMatchObject({ code: 'code_invalid' });
  await expect(readInviteLink(bo, token)).rejects.toMatchObject({ code: 'no_record' });
  expect([await findMail(mailToken), await unsubscribe(mailToken)]).toEqual([null, false]);
  const later = await createSession(db, id, 'Firefox', '10.0.0.1');
  expect(await findSession(later)).toMatchObject({ id });
  await decide();
  expect(await findSession(earlier)).toMatchObject({ id });
  expect(await checkLink('reset', link)).toMatchObject({ state: 'good' });
  expect(await readInviteLink(bo, token)).toMatchObject({ inviter: { id: owner.id } });
  expect(await findMail(mailToken)).toEqual({ frequency: 'daily', isDone: false });
});

test.skipIf(noRedis !== undefined)(
  `Redis is left alone in safe mode, and joined once the host has decided${noRedis ? `, left out: ${noRedis}` : ''}`,
  async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const witness = createClient({ url: redis.url });
    await witness.connect();
    onTestFinished(() => witness.destroy());
    const others = async () =>
      (await witness.sendCommand<string>(['CLIENT', 'LIST'])).trim().split('\n').length - 1;
    await comeFrom('elsewhere');
    await startAtLocation(url);
    const received: string[] = [];
    const bus = await openBus(redis.url, {
      onEvent: (event) => received.push(event),
      onGap: () => undefined,
    });
    onTestFinished(() => bus.stop());
    bus.publish('badges:1');
    expect(received).toEqual(['badges:1']);
    expect(await others()).toBe(0);
    await decide();
    await expect.poll(others).toBe(2);
  },
);

test('safe mode holds jobs, pushes and requests to other sites until the host decides', async () => {
  const { id } = await person();
  await db.execute(sql`
    insert into notification_deliveries (member_id, channel, due_at) values (${id}, 'push', now())`);
  await comeFrom('elsewhere');
  await startAtLocation(url);
  const done: string[] = [];
  await afterSafeMode(async () => {
    await stopJobs();
    await startJobs([{ name: 'plain', work: async (_, job) => void done.push(job.id) }]);
  });
  onTestFinished(() => stopJobs());
  const job = await db.transaction((tx) => enqueue(tx, 'plain', {}));
  await requestDuePushes();
  expect([...(await db.execute(sql`select channel from notification_deliveries`))]).toEqual([
    { channel: 'push' },
  ]);
  await expect(
    guardedFetch('https://hearth.example/', { types: [], maxBytes: 1, whenLonger: 'cut' }),
  ).rejects.toMatchObject({ fault: 'network' });
  expect(done).toEqual([]);
  await decide();
  await expect.poll(() => done).toEqual([job]);
});

/** Tables with secrets that a copy of the data keeps, since its members need them to log in. */
const copied = ['media', 'members', 'orphaned_blobs', 'known_devices', 'recovery_codes'];

test('a copy loses sessions, links, codes and keys, and mails and pushes that are due', async () => {
  const { id } = await person();
  await createSession(db, id, 'Firefox', '10.0.0.1');
  await mintLink('verify', id, crypto.randomUUID());
  await beginSecondStep(db, id, somebody(), false);
  await startPasskeyLogIn(somebody());
  const owner = await addMember();
  await createInviteLink(owner, await addContainer(owner));
  await createCalendarKey(owner, 'Phone');
  await db.execute(sql`
    insert into idempotency_keys (member_id, key, call, input_hash) values (${id}, 'a', 'b', 'c')`);
  await db.execute(sql`
    insert into notification_deliveries (member_id, channel, due_at) values (${id}, 'daily', now())`);
  for (const queue of ['mail', 'pushes', 'hourly-prune'])
    await db.transaction((tx) => enqueue(tx, queue, {}));
  onTestFinished(() => stopJobs());
  await dropCopiedData();
  const tables = await db.execute<{ name: string }>(sql`
    select distinct table_name as name
    from information_schema.columns
    where table_schema = 'public' and column_name ~ '_hash$'`);
  const dropped = tables.map(({ name }) => name).filter((name) => !copied.includes(name));
  expect(dropped.toSorted()).toEqual([
    'calendar_keys',
    'container_invite_links',
    'email_tokens',
    'idempotency_keys',
    'login_challenges',
    'passkey_challenges',
    'sessions',
  ]);
  for (const name of [...dropped, 'push_subscriptions', 'notification_deliveries'])
    expect([name, ...(await db.execute(sql`select from ${sql.raw(name)}`))]).toEqual([name]);
  expect([...(await db.execute(sql`select name from jobs.job where name <> 'plain'`))]).toEqual([
    { name: 'hourly-prune' },
  ]);
});
