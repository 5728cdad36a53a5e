import { beforeAll, expect, test } from 'vitest';
import { listFriends, suggestFriends } from '#domains/friends/friend-list.server.ts';
import { listRequests } from '#domains/friends/requests.server.ts';
import {
  suggestFirst,
  suggestNewcomers,
  suggestPeople,
} from '#domains/friends/suggestions.server.ts';
import { readBadges } from '#domains/notifications/badges.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { readProfile } from '#domains/profiles/profiles.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { fill } from '../support/fill.ts';
import { addMember, befriend } from '../support/people.ts';
import { recordPlans } from '../support/plans.ts';

// A member with the maximum of friends and 500 open requests, among sixteen thousand with a few
// each; and one without friends.

let big: Member;
let nobody: Member;
let other: Member;

beforeAll(async () => {
  [big, nobody, other] = [
    await addMember({ name: 'Big' }),
    await addMember({ name: 'None' }),
    await addMember({ name: 'Other' }),
  ];
  await fill(async (tx) => {
    const [first] = await tx.execute<{ id: number }>(sql`
      with crowd as (
        insert into members (
          status, email, username, first_name, last_name, displayname, password_hash
        )
        select 'active', 'many' || n || '@hearth.test', 'many' || n, 'Many', 'One',
          initcap(substr(md5(n::text), 1, 6)) || ' ' || initcap(substr(md5((n * 7)::text), 1, 8)),
          ''
        from generate_series(1, 16000) n
        returning id
      )
      select min(id) as id
      from crowd`);
    const from = first!.id;
    await tx.execute(
      sql`
        insert into friendships (member_id, friend_id)
        select ${big.id}, ${from} + n * 3
        from generate_series(1, 5000) n`,
    );
    await tx.execute(sql`
      insert into friendships (member_id, friend_id)
      select ${from} + n, ${from} + (n * 31 + k * 1009) % 16000
      from generate_series(0, 15999) n, generate_series(1, 2) k
      where n <> (n * 31 + k * 1009) % 16000
      on conflict
      do nothing`);
    await tx.execute(
      sql`
        insert into friendships (member_id, friend_id)
        select friend_id, member_id
        from friendships
        on conflict
        do nothing`,
    );
    await tx.execute(
      sql`
        insert into friend_requests (sender_id, recipient_id)
        select ${from} + n * 3 + 1, ${big.id}
        from generate_series(1, 500) n`,
    );
    await tx.execute(
      sql`
        insert into friend_requests (sender_id, recipient_id)
        select ${from} + n, ${from} + (n * 17) % 16000
        from generate_series(1, 9000) n
        where n < (n * 17) % 16000
        on conflict
        do nothing`,
    );
  });
  await db.execute(sql`insert into member_settings (member_id) select id from members`);
  await befriend(other, big);
  await db.execute(sql`analyze members, friendships, friend_requests, member_settings`);
});

const page = { page: 1, limit: 30 };

test.each([
  ['the first page', {}],
  ['the last page', { page: 166 }],
  ['a search by a letter', { search: 'a' }],
])(
  'a list of 5,000 friends, %s: one statement that reads only the owner’s friends',
  async (_, more) => {
    for (const viewer of [big, other]) {
      const plans = await recordPlans(() =>
        listFriends(viewer, { ownerId: big.id, ...page, ...more }),
      );
      expect(plans).toHaveLength(1);
      for (const { scanned, rows } of plans) {
        expect(scanned).not.toContain('friendships');
        expect(rows.friendships).toBeLessThan(20_000);
      }
    }
  },
);

test('a search for a rare name and the friend picker use the name index', async () => {
  const plans = [
    ...(await recordPlans(() => listFriends(big, { ownerId: big.id, ...page, search: 'c4ca42' }))),
    ...(await recordPlans(() => suggestFriends(big, { search: 'c4ca42' }))),
  ];
  expect(plans).toHaveLength(2);
  for (const { scanned, rows } of plans) {
    expect(scanned).not.toContain('members');
    expect(rows.members).toBeLessThan(200);
  }
});

test('500 requests: two statements that read only the member’s requests', async () => {
  for (const number of [1, 25]) {
    const plans = await recordPlans(() => listRequests(big, { page: number, limit: 20 }));
    expect(plans).toHaveLength(2);
    for (const { scanned, rows } of plans) {
      expect(scanned).not.toContain('friend_requests');
      expect(scanned).not.toContain('friendships');
      expect(rows.friend_requests).toBeLessThan(600);
    }
  }
  const [badges] = await recordPlans(() => readBadges(big));
  expect(badges!.rows.friend_requests).toBeLessThan(600);
});

test('suggestions: one statement, by the newest 400 friends', async () => {
  const plans = await recordPlans(() => suggestPeople(big, { limit: 24 }));
  expect(plans).toHaveLength(1);
  expect(plans[0]!.scanned).not.toContain('members');
  expect(plans[0]!.scanned).not.toContain('friendships');
  expect(plans[0]!.rows.friendships).toBeLessThan(60_000);
});

test('the first suggestions check only those with the most friends in common', async () => {
  const plans = await recordPlans(() => suggestFirst(big, 6));
  expect(plans).toHaveLength(1);
  const [{ scanned, rows, looks }] = plans as [(typeof plans)[0]];
  for (const table of ['members', 'friendships', 'member_settings'])
    expect(scanned).not.toContain(table);
  expect(rows.friendships).toBeLessThan(60_000);
  // Thousands are candidates.
  expect(rows.members).toBeLessThan(600);
  for (const look of looks)
    if (look.table === 'friend_requests') expect(look.rows).toBeLessThan(600);
});

test('newcomers: reads the newest until there are enough', async () => {
  for (const member of [nobody, big]) {
    const plans = await recordPlans(() => suggestNewcomers(member, 24));
    expect(plans).toHaveLength(1);
    expect(plans[0]!.scanned).not.toContain('members');
    expect(plans[0]!.rows.members).toBeLessThan(500);
  }
});

test('the friends of a profile are counted in one statement', async () => {
  const [profile, more] = await recordPlans(() => readProfile(other, big.id));
  expect(more).toBeUndefined();
  expect(profile!.scanned).not.toContain('friendships');
  expect(profile!.rows.friendships).toBeLessThan(11_000);
});

test('without friends the lists cost next to nothing', async () => {
  const nothing = [
    ...(await recordPlans(() => listFriends(nobody, { ownerId: nobody.id, ...page }))),
    ...(await recordPlans(() => listRequests(nobody, page))),
    ...(await recordPlans(() => suggestPeople(nobody))),
    ...(await recordPlans(() => readProfile(nobody, nobody.id))),
  ];
  for (const { rows } of nothing)
    expect(
      Math.max(rows.friendships ?? 0, rows.friend_requests ?? 0, rows.members ?? 0),
    ).toBeLessThan(10);
});
