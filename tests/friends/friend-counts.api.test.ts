import { beforeEach, expect, test } from 'vitest';
import { readFriendsScreen } from '#domains/friends/friends-screen.server.ts';
import {
  addFriend,
  cancelRequest,
  confirmRequest,
  rejectRequest,
  removeFriend,
} from '#domains/friends/friendship-changes.server.ts';
import { blockMember, unblockMember } from '#domains/policy/blocks.server.ts';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { readProfile } from '#domains/profiles/profiles.server.ts';
import { env } from '#server/env.ts';
import { addMember, befriend, setProfileAudience, setStatus } from '../support/people.ts';
import { send } from '../support/rest.ts';

let ada: Member;
let bo: Member;
let friend: Member;
beforeEach(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [ada, bo, friend] = [
    await addMember({ name: 'Ada' }),
    await addMember({ name: 'Bo' }),
    await addMember({ name: 'Friend of both' }),
  ];
  await befriend(ada, friend);
  await befriend(bo, friend);
});

/** Friend count of `owner` as shown to `viewer`, after checking that every place shows the same. */
async function shownCount(viewer: Member, owner: Member): Promise<number> {
  const as = { as: viewer };
  const [profile, screen, list, shown] = await Promise.all([
    readProfile(viewer, owner.id),
    readFriendsScreen(viewer, owner.id, new URLSearchParams()),
    send('GET', '/user/get-friend-list', { user_id: owner.id }, as),
    send('GET', `/user/profile/${owner.id}`, { profile_tabs: 1 }, as),
  ]);
  const { totalItemCount, friends } = list.body as { totalItemCount: number; friends: unknown[] };
  const { response, profile_tabs } = shown.body as {
    response: { friend_count: number; member_count: number };
    profile_tabs: Array<{ name: string; totalItemCount?: number }>;
  };
  const tab = profile_tabs.find(({ name }) => name === 'friends')!.totalItemCount;
  const all = [
    profile.friendCount,
    screen.friends.length,
    totalItemCount,
    friends.length,
    response.friend_count,
    response.member_count,
    tab ?? totalItemCount,
  ];
  expect(new Set(all), JSON.stringify(all)).toHaveLength(1);
  return totalItemCount;
}

/** Number of requests to the member, after checking that list, total and badge agree. */
async function asked(member: Member): Promise<number> {
  const [list, badges] = await Promise.all([
    send('GET', '/notifications/friend-request', {}, { as: member }),
    send('GET', '/notifications/new-updates', {}, { as: member }),
  ]);
  const { totalItemCount, response } = list.body as { totalItemCount: number; response: unknown[] };
  expect([response.length, (badges.body as { friend_requests: number }).friend_requests]).toEqual([
    totalItemCount,
    totalItemCount,
  ]);
  return totalItemCount;
}

/** Friend counts of Ada and Bo as seen by themselves and a friend, and their requests. */
async function counts() {
  const friends = await Promise.all([
    shownCount(ada, ada),
    shownCount(bo, bo),
    shownCount(friend, ada),
    shownCount(friend, bo),
  ]);
  return [...friends, await asked(ada), await asked(bo)];
}

test('profile, screen, list, tab and badge show the same count after each step', async () => {
  expect(await counts()).toEqual([1, 1, 1, 1, 0, 0]);
  await addFriend(ada, bo.id);
  expect(await counts()).toEqual([1, 1, 1, 1, 0, 1]);
  await cancelRequest(ada, bo.id);
  expect(await counts()).toEqual([1, 1, 1, 1, 0, 0]);
  await addFriend(bo, ada.id);
  await rejectRequest(ada, bo.id);
  expect(await counts()).toEqual([1, 1, 1, 1, 0, 0]);
  await addFriend(bo, ada.id);
  await confirmRequest(ada, bo.id);
  expect(await counts()).toEqual([2, 2, 2, 2, 0, 0]);
  await removeFriend(bo, ada.id);
  expect(await counts()).toEqual([1, 1, 1, 1, 0, 0]);
});

test('also when a friend is suspended, or blocked by the viewer', async () => {
  await befriend(ada, bo);
  await setStatus(friend, 'suspended');
  expect([await shownCount(ada, ada), await shownCount(bo, bo)]).toEqual([1, 1]);
  await setStatus(friend, 'active');
  const other = await addMember();
  await befriend(ada, other);
  await blockMember(bo, other.id);
  expect([await shownCount(ada, ada), await shownCount(bo, ada)]).toEqual([3, 2]);
  for (const one of [ada, bo, friend, other]) await setProfileAudience(one);
  expect((await readFriendsScreen(visitor, ada.id, new URLSearchParams())).friends).toHaveLength(
    (await readProfile(visitor, ada.id)).friendCount,
  );
  await unblockMember(bo, other.id);
  expect(await shownCount(bo, ada)).toBe(3);
});

test('also when both act at the same time', async () => {
  const pairs = [
    [() => addFriend(ada, bo.id), () => addFriend(bo, ada.id)],
    [() => removeFriend(ada, bo.id), () => removeFriend(bo, ada.id)],
    [() => addFriend(ada, bo.id), () => rejectRequest(bo, ada.id)],
    [() => cancelRequest(ada, bo.id), () => confirmRequest(bo, ada.id)],
    [() => removeFriend(bo, ada.id), () => blockMember(ada, bo.id)],
  ];
  for (const both of pairs) {
    await Promise.allSettled(both.map((act) => act()));
    const [own, his, seenOwn, seenHis] = await counts();
    expect([his, seenOwn, seenHis]).toEqual([own, own, own]);
  }
});
