import { afterEach, expect, test, vi } from 'vitest';
import { stopBackgroundJobs } from '#app/jobs.ts';
import { adsDomain } from '#domains/ads/ads.domain.ts';
import { clickAd } from '#domains/ads/clicks/click-ad.server.ts';
import { readSeen } from '#domains/ads/clicks/seen-ad.server.ts';
import { forgetPool, readPool } from '#domains/ads/serving/ad-pool.server.ts';
import { createToken } from '#domains/ads/serving/ad-token.server.ts';
import {
  flushDeliveries,
  noteDelivered,
  noteSeen,
} from '#domains/ads/serving/deliveries.server.ts';
import { expectedHours } from '#domains/ads/serving/expected-traffic.server.ts';
import { serveAds } from '#domains/ads/serving/serve-ads.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMembership } from '../containers/container-world.ts';
import { addEvent } from '../events/event-world.ts';
import { addGroup } from '../groups/group-world.ts';
import { addPage } from '../sitepages/page-world.ts';
import { breakTable } from '../support/broken-table.ts';
import { addMember } from '../support/people.ts';
import { countStatements } from '../support/statements.ts';
import { addAd, call, idsOf, shownTo, stored } from './ad-world.ts';

afterEach(() => {
  vi.restoreAllMocks();
  moveClock(0);
});

const seconds = () => Date.now() / 1_000;
const people = async (count: number): Promise<Member[]> =>
  Promise.all(Array.from({ length: count }, () => addMember()));
const see = async (members: Member[], id: number, at = seconds()) => {
  for (const { id: memberId } of members) noteSeen(memberId, id, at);
  await flushDeliveries();
};
const change = (id: number, set: ReturnType<typeof sql>) =>
  db.execute(sql`update ads set ${set} where id = ${id}`);

const targets = {
  sitepage_page: (owner: Member) => addPage(owner),
  group: (owner: Member) => addGroup(owner),
  event: (owner: Member) => addEvent(owner),
};

test.each([
  [
    'sitepage_page',
    'is archived',
    (id: number) => sql`update containers set state = 'archived' where id = ${id}`,
  ],
  [
    'sitepage_page',
    'is removed',
    (id: number) => sql`update containers set state = 'removed' where id = ${id}`,
  ],
  [
    'group',
    'is closed',
    (id: number) => sql`update containers set state = 'archived' where id = ${id}`,
  ],
  [
    'group',
    'is deleted',
    (id: number) => sql`update containers set state = 'deleted' where id = ${id}`,
  ],
  [
    'group',
    'is hidden',
    (id: number) =>
      sql`update containers set visibility = 'members', is_listed = false where id = ${id}`,
  ],
  [
    'event',
    'is cancelled',
    (id: number) => sql`update events set status = 'cancelled' where id = ${id}`,
  ],
  [
    'event',
    'is over',
    (id: number) => sql`
      update events set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'
      where id = ${id}`,
  ],
] as const)(
  'an ad for a %s that %s stops, and clicks on it are not billed',
  async (type, _, end) => {
    const [owner, reader] = [await addMember(), await addMember()];
    const target = await targets[type](owner);
    const id = await addAd(
      owner,
      { cads_url: '', resource_type: type, resource_id: target },
      { model: 'clicks', amount: 5 },
    );
    expect(idsOf(await shownTo(reader))).toContain(id);
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(end(target));
    });
    expect(idsOf(await shownTo(reader))).not.toContain(id);
    expect(await clickAd(reader, id)).toBeNull();
    expect(await stored(id)).toMatchObject({ used: 0, ignored: 1 });
  },
);

test.each([
  [
    'of a suspended account',
    (owner: Member) => sql`update members set status = 'suspended' where id = ${owner.id}`,
  ],
  ['after ads were switched off', () => sql`update ad_settings set are_on = false`],
  [
    'that moderators removed',
    (_: Member, id: number) =>
      sql`update ads set state = 'finished', is_removed = true where id = ${id}`,
  ],
])('nobody is billed for an ad %s', async (_, end) => {
  const [owner, reader, other] = [await addMember(), await addMember(), await addMember()];
  const id = await addAd(owner, {}, { model: 'clicks', amount: 5 });
  await shownTo(reader);
  try {
    await db.execute(end(owner, id));
    expect(idsOf(await shownTo(other))).not.toContain(id);
    await clickAd(reader, id);
    expect((await stored(id)).used).toBe(0);
  } finally {
    await db.execute(sql`update ad_settings set are_on = true`);
    forgetPool();
  }
});

test('clicks lead to no address that moderators removed', async () => {
  const [owner, reader] = [await addMember(), await addMember()];
  const moderator = await addMember({ role: 'moderator' });
  const id = await addAd(owner);
  await call(moderator, 'POST', '/admin/ads/remove', { id });
  expect(await clickAd(reader, id)).toBeNull();
});

test('an ad that another process ended is served for at most five seconds', async () => {
  const [owner, reader] = [await addMember(), await addMember()];
  const id = await addAd(owner);
  await shownTo(reader);
  await change(id, sql`used = bought`);
  const isServed = async () => (await readPool()).some((ad) => ad.id === id);
  expect(await isServed()).toBe(true);
  const now = Date.now() + 5_001;
  vi.spyOn(Date, 'now').mockReturnValue(now);
  expect(await isServed()).toBe(false);
});

test('a pool that was read before a change does not replace what was read after it', async () => {
  const [owner, reader] = [await addMember(), await addMember()];
  const id = await addAd(owner);
  await shownTo(reader);
  forgetPool();
  const early = readPool();
  forgetPool();
  await change(id, sql`state = 'paused'`);
  await Promise.all([early, readPool()]);
  expect((await readPool()).some((ad) => ad.id === id)).toBe(false);
});

test('an ad that was delivered before counts as seen', async () => {
  const [owner, reader] = [await addMember(), await addMember()];
  const id = await addAd(owner);
  noteDelivered(reader.id, { slots: 2, adIds: [id], isSeen: false });
  await flushDeliveries();
  const token = createToken({ adId: id, version: 1, memberId: reader.id }, seconds());
  await readSeen(reader, id, token);
  await flushDeliveries();
  expect(await stored(id)).toMatchObject({ served: 1, seen: 1, used: 1 });
});

test('views are written when the process stops', async () => {
  const [owner, reader] = [await addMember(), await addMember()];
  const id = await addAd(owner);
  noteDelivered(reader.id, { slots: 2, adIds: [id], isSeen: true });
  await stopBackgroundJobs(100);
  expect(await stored(id)).toMatchObject({ served: 1, seen: 1, used: 1 });
});

test('views that could not be written are written with the next', async () => {
  const [owner, reader] = [await addMember(), await addMember()];
  const id = await addAd(owner);
  noteSeen(reader.id, id, seconds());
  const mend = await breakTable('ad_daily_stats');
  await expect(flushDeliveries()).rejects.toThrow();
  await mend();
  await flushDeliveries();
  expect(await stored(id)).toMatchObject({ served: 1, seen: 1, used: 1 });
});

test('the same first view in two statements at once counts once', async () => {
  const owner = await addMember();
  const readers = await people(20);
  const id = await addAd(owner);
  const writes = [0, 1].map(() => {
    for (const { id: memberId } of readers) noteSeen(memberId, id, seconds());
    return flushDeliveries();
  });
  await Promise.all(writes);
  expect(await stored(id)).toMatchObject({ served: 20, seen: 20, used: 20 });
});

test('a token makes one view count, also after an hour', async () => {
  const [owner, reader] = [await addMember(), await addMember()];
  const id = await addAd(owner);
  const token = createToken({ adId: id, version: 1, memberId: reader.id }, seconds());
  await readSeen(reader, id, token);
  await flushDeliveries();
  moveClock(3_700);
  await readSeen(reader, id, token);
  await flushDeliveries();
  expect(await stored(id)).toMatchObject({ served: 1, seen: 1, used: 1 });
  await see([reader], id, seconds() + 3_700);
  expect(await stored(id)).toMatchObject({ served: 2, seen: 2, used: 2 });
});

test('a token of another member, or an altered one, makes no view count', async () => {
  const [owner, reader, other] = [await addMember(), await addMember(), await addMember()];
  const id = await addAd(owner);
  const token = createToken({ adId: id, version: 1, memberId: reader.id }, seconds());
  await readSeen(other, id, token);
  await readSeen(reader, id, `${token.slice(0, -2)}AA`);
  await flushDeliveries();
  expect(await stored(id)).toMatchObject({ served: 0, seen: 0, used: 0 });
});

test('views after a pause, over the limit of the day and over the budget are unbilled', async () => {
  const owner = await addMember();
  const id = await addAd(owner, { daily_limit: 3 }, { amount: 5 });
  await see(await people(4), id);
  expect(await stored(id)).toMatchObject({ used: 3, unbilled: 1, seen: 4 });
  await change(id, sql`state = 'paused', daily_limit = null`);
  await see(await people(2), id);
  expect(await stored(id)).toMatchObject({ used: 3, unbilled: 3, seen: 6 });
  await change(id, sql`state = 'active'`);
  await see(await people(4), id);
  expect(await stored(id)).toMatchObject({ used: 5, unbilled: 5, seen: 10 });
});

test('a member is shown an ad four times a day', async () => {
  const [owner, reader] = [await addMember(), await addMember()];
  const id = await addAd(owner);
  const isShown = async () => idsOf(await shownTo(reader)).includes(id);
  const shown = [];
  await db.execute(sql`
    insert into ad_marks (member_id, ad_id, day, day_views)
    values (${reader.id}, ${id}, (now() at time zone 'Etc/UTC')::date, 3)`);
  for (let round = 0; round < 2; round += 1) shown.push(await isShown());
  expect(shown).toEqual([true, false]);
  moveClock(24 * 3_600);
  expect(await isShown()).toBe(true);
});

test('the third member who hides an ad brings it before the moderators, once', async () => {
  const owner = await addMember();
  const id = await addAd(owner);
  const hide = (member: Member) =>
    call(member, 'POST', '/communityads/index/remove-ad', { adsId: id, adCancelReason: 'Other' });
  const reports = async () => {
    const rows = await db.execute<{ description: string }>(sql`
      select description from reports where subject_type = 'ad' and subject_id = ${id}`);
    return rows.map(({ description }) => description);
  };
  const hiders = await people(4);
  await hide(hiders[0]!);
  await hide(hiders[0]!);
  await hide(hiders[1]!);
  expect(await reports()).toEqual([]);
  await Promise.all(hiders.slice(2).map(hide));
  expect(await reports()).toEqual(['3 members hid this ad.']);
});

test('an ad can be reported', async () => {
  const [owner, reader] = [await addMember(), await addMember()];
  const id = await addAd(owner);
  await call(reader, 'POST', '/report/create', { type: 'community_ad', id, category: 'spam' });
  const rows = await db.execute<{ body: string }>(sql`
    select content ->> 'body' as body from reports where subject_type = 'ad' and subject_id = ${id}`);
  expect(rows).toEqual([{ body: expect.stringContaining('Boats for rent') }]);
});

test('marks of ended ads go after 30 days, but not those that hide a campaign', async () => {
  const owner = await addMember();
  const readers = await people(2);
  const [ended, usedUp, running] = [
    await addAd(owner),
    await addAd(owner, {}, { amount: 2 }),
    await addAd(owner),
  ];
  for (const id of [ended, usedUp, running]) await see(readers, id);
  await db.execute(sql`
    update ad_marks set hidden_at = now(), hides_campaign = true
    where ad_id = ${ended} and member_id = ${readers[0]!.id}`);
  await change(ended, sql`state = 'finished', finished_at = now()`);
  const marked = async () => {
    await adsDomain.prunes!.adMarks!();
    const rows = await db.execute<{ id: number; count: number }>(sql`
      select ad_id::int as id, count(*)::int as count from ad_marks
      where ad_id in (${ended}, ${usedUp}, ${running})
      group by 1`);
    return Object.fromEntries(rows.map(({ id, count }) => [id, count]));
  };
  moveClock(29 * 24 * 3_600);
  expect(await marked()).toEqual({ [ended]: 2, [usedUp]: 2, [running]: 2 });
  moveClock(32 * 24 * 3_600);
  expect(await marked()).toEqual({ [ended]: 1, [running]: 2 });
});

test('numbers go after 25 months', async () => {
  const id = await addAd(await addMember());
  await db.execute(sql`
    insert into ad_daily_stats (ad_id, day, seen)
    select ${id}, now()::date - age, 1
    from unnest(array[interval '24 months', interval '26 months']) age`);
  await adsDomain.prunes!.adMarks!();
  expect((await stored(id)).seen).toBe(1);
});

test.each(['owner', 'administrator'])(
  'an ad for a page is not shown where a block stands between a member and its %s',
  async (which) => {
    const [owner, administrator, reader, other] = await people(4);
    const page = await addPage(owner!);
    await addMembership({ type: 'page', id: page }, administrator!, { role: 20 });
    const advertiser = which === 'owner' ? administrator! : owner!;
    const blocked = which === 'owner' ? owner! : administrator!;
    const id = await addAd(advertiser, {
      cads_url: '',
      resource_type: 'sitepage_page',
      resource_id: page,
    });
    await db.execute(sql`
      insert into blocks (blocker_id, blocked_id)
      values (${reader!.id}, ${blocked.id}), (${blocked.id}, ${other!.id})`);
    for (const member of [reader!, other!]) expect(idsOf(await shownTo(member))).not.toContain(id);
    expect(idsOf(await shownTo(await addMember()))).toContain(id);
  },
);

test('the pool and the traffic of ads age with the clock that a test moves', async () => {
  const id = await addAd(await addMember());
  const isInPool = async () => (await readPool()).some((ad) => ad.id === id);
  forgetPool();
  expect(await isInPool()).toBe(true);
  await change(id, sql`state = 'paused'`);
  expect(await isInPool()).toBe(true);
  moveClock(6);
  expect(await isInPool()).toBe(false);
  await change(id, sql`state = 'active'`);
  moveClock(0);
  expect(await isInPool()).toBe(true);

  const day = 86_400;
  const tomorrow = (Math.floor(seconds() / day) + 1) * day;
  await db.execute(sql`delete from ad_traffic`);
  moveClock(tomorrow - seconds());
  const noon = async () => (await expectedHours(tomorrow * 1_000))[12];
  expect(await noon()).toBe(0);
  await db.execute(sql`
    insert into ad_traffic (hour, placements)
    select to_timestamp(${tomorrow}) - make_interval(days => days, hours => -12), 10
    from unnest(array[7, 14]) days`);
  expect(await noon()).toBe(0);
  moveClock(tomorrow - seconds() + 660);
  expect(await noon()).toBe(20);
});

test('ads take one statement, and none where nothing runs', async () => {
  const reader = await addMember();
  await addAd(await addMember());
  await shownTo(reader);
  const serve = () => serveAds(reader, { count: 2, reportsSeen: true });
  expect(await countStatements(serve)).toBe(1);
  await db.execute(sql`update ads set state = 'paused'`);
  forgetPool();
  await readPool();
  expect(await countStatements(serve)).toBe(0);
  await flushDeliveries();
});
