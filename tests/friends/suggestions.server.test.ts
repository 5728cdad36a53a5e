import { beforeAll, describe, expect, test } from 'vitest';
import { peopleSuggested } from '#domains/friends/friends.schema.ts';
import {
  dismissSuggestion,
  friendsOfFriends,
  listPeople,
  readSuggestions,
  suggestFirst,
  suggestNewcomers,
  suggestPeople,
} from '#domains/friends/suggestions.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { postgresAt } from '#server/postgres-at.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend, block, setStatus } from '../support/people.ts';
import { customPlanOf } from '../support/plans.ts';
import { countStatements } from '../support/statements.ts';

const suggested = async (member: Member) =>
  (await suggestPeople(member, { limit: 50 })).users.map(({ displayname, mutualFriendCount }) => [
    displayname,
    mutualFriendCount,
  ]);

describe('suggestions', () => {
  let me: Member;
  let near: Member;
  let far: Member;
  const circle: Member[] = [];
  beforeAll(async () => {
    me = await addMember({ name: 'Me' });
    for (let turn = 0; turn < 3; turn += 1) {
      circle.push(await addMember({ name: `Friend ${turn}` }));
      await befriend(me, circle[turn]!);
    }
    [near, far] = [await addMember({ name: 'Near' }), await addMember({ name: 'Far' })];
    for (const friend of circle) await befriend(near, friend);
    await befriend(far, circle[0]!);
  });

  test('are people with friends in common, the most first', async () => {
    const suggestions = await suggestPeople(me, { limit: 1 });
    expect(peopleSuggested.parse(suggestions)).toEqual(suggestions);
    expect(suggestions).toMatchObject({
      totalItemCount: 2,
      users: [{ displayname: 'Near', mutualFriendCount: 3, friendship_type: 'add_friend' }],
    });
    expect(await suggestPeople(me, { limit: 1, page: 2 })).toMatchObject({
      totalItemCount: 2,
      users: [{ displayname: 'Far' }],
    });
    expect(await suggestPeople(me, { page: 9 })).toEqual({ totalItemCount: 2, users: [] });
    expect(await suggestPeople(await addMember())).toEqual({ totalItemCount: 0, users: [] });
  });

  test('leave out ineligible members, and do not reveal a suspended friend', async () => {
    const both = [
      ['Near', 3],
      ['Far', 1],
    ];
    expect(await suggested(me)).toEqual(both);
    await setStatus(far, 'suspended');
    expect(await suggested(me)).toEqual([['Near', 3]]);
    await setStatus(far, 'active');
    await setStatus(circle[0]!, 'suspended');
    expect(await suggested(me)).toEqual([['Near', 2]]);
    await setStatus(circle[0]!, 'active');
    for (const [column, value] of [
      ['is_findable', false],
      ['friend_requests_from', 'nobody'],
    ] as const) {
      await db.execute(
        sql`
          insert into member_settings (member_id, ${sql.raw(column)}) values (${far.id}, ${value})`,
      );
      expect(await suggested(me)).toEqual([['Near', 3]]);
      await db.execute(sql`delete from member_settings`);
    }
    await db.execute(
      sql`insert into friend_requests (sender_id, recipient_id) values (${me.id}, ${far.id})`,
    );
    expect(await suggested(me)).toEqual([['Near', 3]]);
    expect(await suggested(far)).not.toContainEqual(['Me', 1]);
    await db.execute(sql`delete from friend_requests`);
    expect(await suggested(me)).toEqual(both);
    await dismissSuggestion(me, far.id);
    await dismissSuggestion(me, far.id);
    expect(await suggested(me)).toEqual([['Near', 3]]);
    await block(near, me);
    expect(await suggested(me)).toEqual([]);
    await expect(dismissSuggestion(me, near.id)).rejects.toMatchObject({ code: 'no_record' });
    await expect(dismissSuggestion(me, me.id)).rejects.toMatchObject({ code: 'no_record' });
    await db.execute(sql`delete from blocks`);
  });

  test('the first ones are those of the whole list, though only some candidates are checked', async () => {
    const crowd = await addMember();
    // One after the other: the list is in the order of their ids.
    const friend = await addMember();
    const [asked, next, last] = [await addMember(), await addMember(), await addMember()];
    await befriend(crowd, friend);
    for (const person of [asked, next, last]) await befriend(person, friend);
    const first = (limit: number, ranked?: number) =>
      suggestFirst(crowd, limit, ranked).then(({ users, hasMore }) => [
        users.map(({ user_id }) => user_id),
        hasMore,
      ]);
    expect(await first(2)).toEqual([[asked.id, next.id], true]);
    expect(await first(3)).toEqual([[asked.id, next.id, last.id], false]);
    const { users } = await suggestPeople(crowd);
    expect((await suggestFirst(crowd, 3)).users).toEqual(users);
    await db.execute(
      sql`insert into friend_requests (sender_id, recipient_id) values (${crowd.id}, ${asked.id})`,
    );
    await setStatus(next, 'suspended');
    // Whoever is checked first may not be suggested: all are checked.
    for (const ranked of [1, 2, 3, 500]) expect(await first(2, ranked)).toEqual([[last.id], false]);
    await dismissSuggestion(crowd, last.id);
    for (const ranked of [2, 500]) expect(await first(2, ranked)).toEqual([[], false]);
    await db.execute(sql`delete from friend_requests`);
  });

  test('people by ids are returned in that order, without hidden ones', async () => {
    const suspended = await addMember({ status: 'suspended' });
    const people = await listPeople(me, [far.id, suspended.id, me.id, circle[1]!.id, 999_999_999]);
    expect(
      people.map(({ displayname, friendship_type }) => [displayname, friendship_type]),
    ).toEqual([
      ['Far', 'add_friend'],
      ['Me', 'cannot_add'],
      ['Friend 1', 'remove_friend'],
    ]);
  });

  test('take one statement', async () => {
    expect(await countStatements(() => suggestPeople(me))).toBe(1);
    expect(await countStatements(() => suggestFirst(me, 3))).toBe(1);
  });
});

describe('with 50,000 members', () => {
  let hub: Member;
  beforeAll(async () => {
    hub = await addMember({ name: 'Hub' });
    const filling = postgresAt(process.env.DATABASE_URL!, { max: 1 });
    // 300,000 rows without checking the foreign keys of each.
    await filling`
      alter table friendships
        drop constraint friendships_member_id_members_id_fk,
        drop constraint friendships_friend_id_members_id_fk`;
    const [row] = await filling<{ first: number }[]>`with added as (
      insert into members (status, email, username, first_name, last_name, displayname, password_hash)
      select 'active', 'big' || n || '@hearth.example', 'big' || n, 'B', 'N', 'Big ' || n, 'none'
      from generate_series(1, 50000) n
      returning id)
      select min(id)::int as first from added`;
    const { first } = row!;
    // The first 3,000 are the hub's friends, and everybody has a few friends.
    await filling`insert into friendships (member_id, friend_id)
      select ${hub.id}, ${first}::int + n from generate_series(0, 2999) n
      union all
      select ${first}::int + n, ${hub.id} from generate_series(0, 2999) n`;
    await filling`with pairs as materialized (
        select ${first}::int + n as one, ${first}::int + (n * 31 + k * 7919) % 50000 as other
        from generate_series(0, 49999) n, generate_series(1, 3) k)
      insert into friendships (member_id, friend_id)
      select one, other from pairs where one <> other
      union
      select other, one from pairs where one <> other
      on conflict do nothing`;
    await filling.end();
    await db.execute(sql`analyze members, friendships`);
  });

  test('only the friends of a limited number of friends are read, by index', async () => {
    const { scanned, blocks } = await customPlanOf(friendsOfFriends(hub));
    expect(scanned).not.toContain('members');
    expect(scanned).not.toContain('friendships');
    // 400 friends with a few friends each, and some index probes for each of those.
    expect(blocks).toBeLessThan(60_000);
  });

  test('returns a full page', async () => {
    const { users, totalItemCount } = await suggestPeople(hub, { limit: 50 });
    expect(users).toHaveLength(50);
    expect(totalItemCount).toBeGreaterThan(1_000);
    const counts = users.map(({ mutualFriendCount }) => mutualFriendCount);
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(await suggestFirst(hub, 50)).toEqual({ users, hasMore: true });
  });
});

describe('newcomers', () => {
  test('are the newest members who can be requested: no friends, requests, dismissed, blocked, hidden or suspended ones', async () => {
    const me = await addMember();
    const [
      friend,
      asked,
      asking,
      dismissed,
      blocked,
      blocking,
      hidden,
      closed,
      suspended,
      older,
      newer,
    ] = await Promise.all(Array.from({ length: 11 }, () => addMember()));
    await befriend(me, friend!);
    await db.execute(
      sql`
        insert into friend_requests (sender_id, recipient_id)
        values (${me.id}, ${asked!.id}), (${asking!.id}, ${me.id})`,
    );
    await dismissSuggestion(me, dismissed!.id);
    await block(me, blocked!);
    await block(blocking!, me);
    await db.execute(
      sql`
        insert into member_settings (member_id, is_findable, friend_requests_from)
        values (${hidden!.id}, false, 'everyone'), (${closed!.id}, true, 'nobody')`,
    );
    await setStatus(suspended!, 'suspended');
    const found = (await suggestNewcomers(me, 100)).map(({ user_id }) => user_id);
    for (const { id } of [
      me,
      friend!,
      asked!,
      asking!,
      dismissed!,
      blocked!,
      blocking!,
      hidden!,
      closed!,
      suspended!,
    ])
      expect(found).not.toContain(id);
    expect(found).toEqual(expect.arrayContaining([older!.id, newer!.id]));
    expect(found).toEqual(found.toSorted((one, two) => two - one));
    expect(await countStatements(() => suggestNewcomers(me, 6))).toBe(1);
    // The listing includes newcomers only for members without any friend in common.
    expect(await readSuggestions(await addMember(), { limit: 2 })).toMatchObject({
      totalItemCount: 0,
      users: [],
      newcomers: [{}, {}],
    });
    await befriend(friend!, older!);
    expect(await readSuggestions(me, { limit: 2 })).toMatchObject({
      totalItemCount: 1,
      users: [{ user_id: older!.id }],
      newcomers: [],
    });
  });
});
