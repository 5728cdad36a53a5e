import { afterEach, expect, test } from 'vitest';
import { mintLink } from '#domains/auth/email-tokens.server.ts';
import { pruneAccounts } from '#domains/auth/prune.server.ts';
import { createSession } from '#domains/auth/sessions.server.ts';
import { pruneSignups } from '#domains/members/members.server.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { pruneInfrastructure } from '#server/prune.ts';
import { sql } from '#server/sql.ts';
import { person } from './people.ts';

const hour = 60 * 60;
afterEach(() => moveClock(0));

const count = async (query: ReturnType<typeof sql>) =>
  (await db.execute<{ n: number }>(query))[0]!.n;
const sessionsOf = (id: number) =>
  count(sql`select count(*)::int as n from sessions where member_id = ${id}`);
const linksOf = (id: number) =>
  count(sql`select count(*)::int as n from email_tokens where member_id = ${id}`);
const exists = (id: number) => count(sql`select count(*)::int as n from members where id = ${id}`);

async function pruneAt(seconds: number) {
  moveClock(seconds);
  await Promise.all([
    pruneAccounts(),
    pruneSignups(),
    pruneInfrastructure(),
    pruneAccounts(),
    pruneSignups(),
    pruneInfrastructure(),
  ]);
}

test('expired rows are deleted, and none before their time', async () => {
  const [active, pending] = [await person(), await person({ status: 'pending' })];
  await db.transaction((tx) => createSession(tx, active.id, 'Firefox', '10.1.2.3'));
  await mintLink('reset', active.id, crypto.randomUUID());
  await mintLink('verify', pending.id, crypto.randomUUID());
  await db.execute(
    sql`
      insert into rate_counters (key, window_start, expires_at, count)
      values ('k', 0, now() + interval '1 hour', 1)`,
  );
  await db.execute(
    sql`
      insert into idempotency_keys (member_id, key, call, input_hash)
      values (${active.id}, 'k', 'c', '')`,
  );
  await db.execute(sql`insert into sent_mails (job_id) values (gen_random_uuid())`);
  const counters = () => count(sql`select count(*)::int as n from rate_counters`);
  const keys = () => count(sql`select count(*)::int as n from idempotency_keys`);
  const mails = () => count(sql`select count(*)::int as n from sent_mails`);

  await pruneAt(0);
  expect([
    await sessionsOf(active.id),
    await linksOf(active.id),
    await linksOf(pending.id),
    await exists(pending.id),
    await counters(),
    await keys(),
    await mails(),
  ]).toEqual([1, 1, 1, 1, 1, 1, 1]);
  await pruneAt(hour + 1);
  expect([
    await linksOf(active.id),
    await linksOf(pending.id),
    await counters(),
    await keys(),
  ]).toEqual([0, 1, 0, 1]);
  await pruneAt(24 * hour + 1);
  expect([await linksOf(pending.id), await keys(), await exists(pending.id)]).toEqual([0, 0, 1]);
  await pruneAt(7 * 24 * hour + 1);
  expect([await exists(pending.id), await exists(active.id), await sessionsOf(active.id)]).toEqual([
    0, 1, 1,
  ]);
  await pruneAt(30 * 24 * hour + 1);
  expect([await sessionsOf(active.id), await exists(active.id), await mails()]).toEqual([0, 1, 0]);
});

test('sign-ups for one address are deleted together', async () => {
  const [older, newer] = [
    await person({ status: 'pending', email: 'shared@hearth.example' }),
    await person({ status: 'pending', email: 'Shared@hearth.example' }),
  ];
  await db.execute(
    sql`update members set created_at = now() - interval '8 days' where id = ${older.id}`,
  );
  await pruneSignups();
  expect([await exists(older.id), await exists(newer.id)]).toEqual([1, 1]);
  await pruneAt(8 * 24 * hour);
  expect([await exists(older.id), await exists(newer.id)]).toEqual([0, 0]);
});

test('network addresses are deleted after 30 days', async () => {
  const { id } = await person();
  await db.transaction((tx) => createSession(tx, id, 'Firefox', '10.1.2.3'));
  await db.execute(
    sql`
      update sessions set created_at = now() - interval '30 days 1 second' where member_id = ${id}`,
  );
  await pruneAccounts();
  expect(
    (await db.execute(sql`select address from sessions where member_id = ${id}`))[0]!.address,
  ).toBe('');
});
