import { beforeAll, expect, test } from 'vitest';
import { listFriends } from '#domains/friends/friend-list.server.ts';
import { listRequests } from '#domains/friends/requests.server.ts';
import { listPeople, suggestPeople } from '#domains/friends/suggestions.server.ts';
import { profileAudiences } from '#domains/policy/profile-audience.rules.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { readProfile } from '#domains/profiles/profiles.server.ts';
import { listMembers } from '#domains/search/member-list.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend } from '../support/people.ts';

// A member with one friend for every combination of audiences, each of whom is friends with one
// stranger per combination.

let me: Member;
const friends: Member[] = [];
const strangers: Member[] = [];

const audiences = profileAudiences.flatMap((profile) =>
  profileAudiences.map((list) => ({ profile, list })),
);

async function addPeople(kind: string): Promise<Member[]> {
  const people: Member[] = [];
  for (const { profile, list } of audiences) {
    const one = await addMember({ name: `${kind} ${profile} ${list}` });
    await db.execute(
      sql`
        insert into member_settings (member_id, profile_audience, friends_audience)
        values (${one.id}, ${profile}, ${list})`,
    );
    people.push(one);
  }
  return people;
}

beforeAll(async () => {
  me = await addMember({ name: 'Me' });
  friends.push(...(await addPeople('Friend')));
  strangers.push(...(await addPeople('Stranger')));
  for (const friend of friends) {
    await befriend(me, friend);
    for (const stranger of strangers) await befriend(friend, stranger);
  }
});

/** Friends shown on somebody's friends screen; none if it is not visible. */
const listed = (owner: Member) =>
  listFriends(me, { ownerId: owner.id, limit: 100 }).then(
    ({ friends: rows }) => new Set(rows.map(({ user_id: id }) => id)),
    () => new Set<number>(),
  );

/**
 * Number of friendships of each stranger with a friend of mine that one of the two lists shows me.
 */
async function visibleInLists(): Promise<Map<number, number>> {
  const listsOfFriends = await Promise.all(friends.map(listed));
  const counts = new Map<number, number>();
  for (const stranger of strangers) {
    const own = await listed(stranger);
    counts.set(
      stranger.id,
      friends.filter(({ id }, index) => own.has(id) || listsOfFriends[index]!.has(stranger.id))
        .length,
    );
  }
  return counts;
}

test('mutual friend counts include what the friend lists show, wherever the count appears', async () => {
  const expected = await visibleInLists();
  // A member who hides their list shares the friends who do not hide theirs.
  expect(Math.min(...expected.values())).toBeGreaterThan(0);
  expect(Math.min(...expected.values())).toBeLessThan(friends.length);
  const ids = strangers.map(({ id }) => id);
  const isExpected = (rows: { user_id: number; mutualFriendCount: number }[]) =>
    expect(
      new Map(
        rows
          .filter(({ user_id: id }) => ids.includes(id))
          .map(({ user_id: id, mutualFriendCount: count }) => [id, count]),
      ),
    ).toEqual(expected);

  const everybody = { name: '', hasPhoto: false, isOnline: false, page: 1, limit: 50 };
  isExpected((await listMembers(me, everybody)).response);
  isExpected((await suggestPeople(me, { limit: 50 })).users);
  isExpected(await listPeople(me, ids));
  isExpected((await listFriends(me, { ownerId: friends[0]!.id, limit: 100 })).friends);
  const openProfiles = strangers.filter((_, index) =>
    ['everyone', 'members'].includes(audiences[index]!.profile),
  );
  for (const { id } of openProfiles)
    expect((await readProfile(me, id)).mutualCount).toBe(expected.get(id));
  await db.execute(
    sql`
      insert into friend_requests (sender_id, recipient_id)
      select unnest(${sql.param(ids)}::bigint[]), ${me.id}`,
  );
  const { response } = await listRequests(me, { page: 1, limit: 100 });
  isExpected(
    response.map(({ subject, mutualFriendCount }) => ({
      user_id: subject.user_id,
      mutualFriendCount,
    })),
  );
});

test('nobody is suggested for a friendship hidden in both lists', async () => {
  const [one, between, other] = [
    await addMember(),
    await addMember({ name: 'Between' }),
    await addMember({ name: 'Hidden' }),
  ];
  await befriend(one, between);
  await befriend(between, other);
  for (const { id } of [between, other])
    await db.execute(
      sql`insert into member_settings (member_id, friends_audience) values (${id}, 'onlyme')`,
    );
  expect(await suggestPeople(one)).toEqual({ totalItemCount: 0, users: [] });
  await db.execute(
    sql`update member_settings set friends_audience = 'friends' where member_id = ${between.id}`,
  );
  expect((await suggestPeople(one)).users).toMatchObject([
    { displayname: 'Hidden', mutualFriendCount: 1 },
  ]);
});
