import { expect, test } from 'vitest';
import { emailProblem, namesProblem, usernameProblem } from '#domains/members/members.rules.ts';
import { inventFriends } from '../../demo/people/friends.ts';
import { inventMembers } from '../../demo/people/members.ts';
import { createRandom } from '../../demo/random.ts';
import { openedAt } from '../../demo/timeline.ts';

const now = Date.UTC(2026, 10, 21);
const community = (count: number) => {
  const random = createRandom('people');
  const members = inventMembers(count, random.fork('members'), openedAt, now);
  return { members, friends: inventFriends(members, random.fork('friends'), now) };
};

test('names, usernames and email addresses are valid for sign-up', () => {
  const { members } = community(3_000);
  for (const { email, username, firstName, lastName, displayname } of members) {
    expect(
      [emailProblem(email), usernameProblem(username), namesProblem(firstName, lastName)],
      displayname,
    ).toEqual([null, null, null]);
  }
  expect(new Set(members.map(({ username }) => username.toLowerCase())).size).toBe(3_000);
  expect(new Set(members.map(({ email }) => email.toLowerCase())).size).toBe(3_000);
  expect(new Set(members.map(({ displayname }) => displayname)).size).toBeGreaterThan(2_200);
});

test('most have some friends, a few have very many, and friends know each other', () => {
  const { members, friends } = community(3_000);
  const degrees = friends.of.map((list) => list.length).sort((a, b) => a - b);
  const mean = degrees.reduce((sum, degree) => sum + degree, 0) / degrees.length;
  const at = (share: number) => degrees[Math.floor(share * (degrees.length - 1))]!;
  expect(mean).toBeGreaterThan(22);
  expect(mean).toBeLessThan(42);
  expect(at(0.5)).toBeLessThan(mean);
  expect(at(0.99)).toBeGreaterThan(4 * at(0.5));
  expect(at(0)).toBeGreaterThan(0);
  expect(at(1)).toBeLessThanOrEqual(462);

  let [pairs, closed] = [0, 0];
  for (const list of friends.of.slice(0, 500))
    for (let index = 1; index < list.length; index += 2) {
      pairs++;
      if (friends.of[list[index]!]!.includes(list[index - 1]!)) closed++;
    }
  // Chance alone would give one in a hundred.
  expect(closed / pairs).toBeGreaterThan(0.06);
  friends.of.forEach((list, index) => {
    expect(new Set(list).size).toBe(list.length);
    for (const friend of list)
      expect(friends.since(index, friend)).toBeGreaterThanOrEqual(
        Math.max(members[index]!.joinedAt, members[friend]!.joinedAt),
      );
  });
});

test('a small community is well connected, Ada most of all', () => {
  const { friends } = community(60);
  const degrees = friends.of.map((list) => list.length);
  expect(Math.min(...degrees)).toBeGreaterThan(3);
  expect(degrees[0]).toBeGreaterThan(28);
});
