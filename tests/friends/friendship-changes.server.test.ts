import { beforeEach, describe, expect, test } from 'vitest';
import { listFriends } from '#domains/friends/friend-list.server.ts';
import { friendRequests } from '#domains/friends/friends.schema.ts';
import {
  addFriend,
  cancelRequest,
  confirmRequest,
  rejectRequest,
  removeFriend,
} from '#domains/friends/friendship-changes.server.ts';
import { listRequests, markRequestsSeen } from '#domains/friends/requests.server.ts';
import { suggestPeople } from '#domains/friends/suggestions.server.ts';
import { readBadges } from '#domains/notifications/badges.server.ts';
import { blockMember } from '#domains/policy/blocks.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend, block, setStatus } from '../support/people.ts';
import { fiftyTimes } from '../support/when-busy.ts';

let ada: Member;
let bo: Member;
beforeEach(async () => {
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
});

const friendsOf = async (member: Member) =>
  (await listFriends(member, { ownerId: member.id })).totalItemCount;
const requestsTo = async (member: Member) => (await listRequests(member)).totalItemCount;
/** All rows about the two. */
async function between(one: Member, other: Member) {
  const ids = sql`(${one.id}, ${other.id})`;
  const [row] = await db.execute<{
    friendships: number;
    requests: number;
    blocks: number;
  }>(sql`
    select (
      select count(*)::int from friendships where member_id in ${ids} and friend_id in ${ids}
    ) as friendships,
      (
        select count(*)::int
        from friend_requests
        where sender_id in ${ids} and recipient_id in ${ids}
      ) as requests,
      (
        select count(*)::int from blocks where blocker_id in ${ids} and blocked_id in ${ids}
      ) as blocks`);
  return row!;
}
const refuses = (work: Promise<unknown>, code: string) =>
  expect(work).rejects.toMatchObject({ code });
const takeRequestsFrom = (member: Member, who: string) =>
  db.execute(
    sql`
      insert into member_settings (member_id, friend_requests_from)
      values (${member.id}, ${who})
      on conflict (member_id)
      do update set friend_requests_from = ${who}`,
  );

describe('the flow', () => {
  test('request, see, accept, remove: counts follow each step on both sides', async () => {
    expect(await addFriend(ada, bo.id)).toBe('cancel_request');
    expect(await addFriend(ada, bo.id)).toBe('cancel_request');
    const requests = await listRequests(bo);
    expect(friendRequests.parse(requests)).toEqual(requests);
    expect(requests).toMatchObject({
      totalItemCount: 1,
      response: [
        {
          subject: { user_id: ada.id, displayname: 'Ada' },
          object: { user_id: bo.id },
          read: 0,
          mutualFriendCount: 0,
        },
      ],
    });
    expect(await requestsTo(ada)).toBe(0);
    expect((await readBadges(bo)).friend_requests).toBe(1);
    await markRequestsSeen(bo);
    expect((await readBadges(bo)).friend_requests).toBe(0);
    expect((await listRequests(bo)).response[0]!.read).toBe(1);
    expect(await confirmRequest(bo, ada.id)).toBe('remove_friend');
    await refuses(confirmRequest(bo, ada.id), 'no_record');
    expect([await friendsOf(ada), await friendsOf(bo), await requestsTo(bo)]).toEqual([1, 1, 0]);
    expect(await removeFriend(ada, bo.id)).toBe('add_friend');
    expect(await between(ada, bo)).toEqual({ friendships: 0, requests: 0, blocks: 0 });
    await refuses(removeFriend(bo, ada.id), 'no_record');
  });

  test('a withdrawn request cannot be accepted or rejected, nor withdrawn again', async () => {
    await addFriend(ada, bo.id);
    expect(await cancelRequest(ada, bo.id)).toBe('add_friend');
    await refuses(cancelRequest(ada, bo.id), 'no_record');
    await refuses(confirmRequest(bo, ada.id), 'no_record');
    await refuses(rejectRequest(bo, ada.id), 'no_record');
    expect(await requestsTo(bo)).toBe(0);
  });

  test('nobody accepts, rejects or withdraws for another', async () => {
    await addFriend(ada, bo.id);
    const eve = await addMember();
    for (const step of [confirmRequest, rejectRequest, cancelRequest, removeFriend])
      await refuses(step(eve, ada.id), 'no_record');
    // The sender cannot accept the own request, the recipient cannot withdraw it.
    await refuses(confirmRequest(ada, bo.id), 'no_record');
    await refuses(rejectRequest(ada, bo.id), 'no_record');
    await refuses(cancelRequest(bo, ada.id), 'no_record');
    expect(await between(ada, bo)).toEqual({ friendships: 0, requests: 1, blocks: 0 });
  });

  test('a rejected member may send another request, and is not suggested', async () => {
    const common = await addMember();
    await befriend(common, ada);
    await befriend(common, bo);
    const suggested = async (to: Member) =>
      (await suggestPeople(to)).users.map(({ user_id }) => user_id);
    expect(await suggested(bo)).toEqual([ada.id]);
    await addFriend(ada, bo.id);
    expect([await suggested(ada), await suggested(bo)]).toEqual([[], []]);
    expect(await rejectRequest(bo, ada.id)).toBe('add_friend');
    expect([await suggested(ada), await suggested(bo)]).toEqual([[bo.id], []]);
    expect(await addFriend(ada, bo.id)).toBe('cancel_request');
  });

  test('requesting somebody who has sent a request accepts it, and friends cannot be requested', async () => {
    await addFriend(ada, bo.id);
    expect(await addFriend(bo, ada.id)).toBe('remove_friend');
    await refuses(addFriend(bo, ada.id), 'already_friends');
    expect(await friendsOf(bo)).toBe(1);
  });
});

describe('members who may send each other a request', () => {
  test('not to oneself, and not to nonexistent members', async () => {
    await refuses(addFriend(ada, ada.id), 'unauthorized');
    for (const status of ['pending', 'suspended', 'deleted'] as const)
      await refuses(addFriend(ada, (await addMember({ status })).id), 'no_record');
    await refuses(addFriend(ada, 2 ** 60), 'no_record');
  });

  test('not across a block: the blocked member gets not found', async () => {
    await block(bo, ada);
    await refuses(addFriend(ada, bo.id), 'no_record');
    await refuses(addFriend(bo, ada.id), 'unauthorized');
    expect((await between(ada, bo)).requests).toBe(0);
  });

  test('according to the recipient’s setting', async () => {
    await takeRequestsFrom(bo, 'nobody');
    await refuses(addFriend(ada, bo.id), 'unauthorized');
    await takeRequestsFrom(bo, 'friends_of_friends');
    await refuses(addFriend(ada, bo.id), 'unauthorized');
    const common = await addMember();
    await befriend(common, ada);
    await befriend(common, bo);
    expect(await addFriend(ada, bo.id)).toBe('cancel_request');
    // A member who accepts no requests may still send them, and answer earlier ones.
    await takeRequestsFrom(bo, 'nobody');
    expect(await confirmRequest(bo, ada.id)).toBe('remove_friend');
  });

  test('requests of a suspended member are hidden until they return', async () => {
    await addFriend(ada, bo.id);
    await setStatus(ada, 'suspended');
    expect([await requestsTo(bo), (await readBadges(bo)).friend_requests]).toEqual([0, 0]);
    await refuses(confirmRequest(bo, ada.id), 'no_record');
    await setStatus(ada, 'active');
    expect(await confirmRequest(bo, ada.id)).toBe('remove_friend');
  });

  test('1,000 open requests are the limit', async () => {
    await db.execute(sql`
      with others as (
        insert into members (
          status, email, username, first_name, last_name, displayname, password_hash
        )
        select 'active', 'many' || n || '@hearth.example', 'many' || n, 'M', 'N', 'M N', 'none'
        from generate_series(1, 999) n
        returning id
      )
      insert into friend_requests (sender_id, recipient_id)
      select ${ada.id}, id
      from others`);
    expect(await addFriend(ada, bo.id)).toBe('cancel_request');
    await refuses(addFriend(ada, (await addMember()).id), 'validation_fail');
  });
});

describe('a block', () => {
  test('ends friendship and requests in both directions', async () => {
    const eve = await addMember();
    await befriend(ada, bo);
    await addFriend(eve, ada.id);
    await blockMember(ada, bo.id);
    await blockMember(ada, eve.id);
    expect(await between(ada, bo)).toEqual({ friendships: 0, requests: 0, blocks: 1 });
    expect(await between(ada, eve)).toEqual({ friendships: 0, requests: 0, blocks: 1 });
    expect([await friendsOf(ada), await requestsTo(ada)]).toEqual([0, 0]);
  });
});

describe('at the same time', () => {
  test('both request: they are friends', async () => {
    const results = await Promise.all([addFriend(ada, bo.id), addFriend(bo, ada.id)]);
    expect(results.sort()).toEqual(['cancel_request', 'remove_friend']);
    expect(await between(ada, bo)).toEqual({ friendships: 2, requests: 0, blocks: 0 });
  });

  test('one withdraws while the other accepts: exactly one of them succeeds', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = [await addMember(), await addMember()];
      await addFriend(one, other.id);
      const [cancelled, confirmed] = await Promise.allSettled([
        cancelRequest(one, other.id),
        confirmRequest(other, one.id),
      ]);
      const stored = await between(one, other);
      expect(
        [cancelled.status, confirmed.status].filter((status) => status === 'fulfilled'),
      ).toHaveLength(1);
      expect(stored).toEqual({
        friendships: confirmed.status === 'fulfilled' ? 2 : 0,
        requests: 0,
        blocks: 0,
      });
    }
  });

  test('a block wins over an answer to a request', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = [await addMember(), await addMember()];
      await addFriend(one, other.id);
      await Promise.allSettled([
        confirmRequest(other, one.id),
        blockMember(one, other.id),
        addFriend(one, other.id),
      ]);
      expect(await between(one, other)).toEqual({ friendships: 0, requests: 0, blocks: 1 });
    }
  });

  test('50 times the same answer is one friendship', async () => {
    await addFriend(ada, bo.id);
    const results = await fiftyTimes(() =>
      confirmRequest(bo, ada.id).catch((error: { code?: string }) => {
        if (error.code !== 'no_record') throw error;
        return null;
      }),
    );
    expect(results.filter((one) => one === 'remove_friend')).toHaveLength(1);
    expect(await between(ada, bo)).toEqual({ friendships: 2, requests: 0, blocks: 0 });
  });

  test('50 actions of both sides in any order end in one of the three states, with consistent lists', async () => {
    const steps = [addFriend, cancelRequest, confirmRequest, rejectRequest, removeFriend];
    await Promise.allSettled(
      Array.from({ length: 50 }, (_, turn) =>
        turn % 2 ? steps[turn % 5]!(ada, bo.id) : steps[(turn * 3) % 5]!(bo, ada.id),
      ),
    );
    const { friendships, requests } = await between(ada, bo);
    expect([
      [0, 0],
      [0, 1],
      [2, 0],
    ]).toContainEqual([friendships, requests]);
    expect([await friendsOf(ada), await friendsOf(bo)]).toEqual([friendships / 2, friendships / 2]);
    expect((await requestsTo(ada)) + (await requestsTo(bo))).toBe(requests);
  });

  test('50 people request one member', async () => {
    const people = await Promise.all(Array.from({ length: 50 }, () => addMember()));
    await fiftyTimes((turn) => addFriend(people[turn]!, ada.id));
    expect([await requestsTo(ada), (await readBadges(ada)).friend_requests]).toEqual([50, 50]);
    const pages = await Promise.all([1, 2, 3, 4, 5, 6].map((page) => listRequests(ada, { page })));
    expect(pages.map(({ response }) => response.length)).toEqual([10, 10, 10, 10, 10, 0]);
    expect(
      new Set(pages.flatMap(({ response }) => response.map(({ subject }) => subject.user_id))).size,
    ).toBe(50);
    await fiftyTimes((turn) => confirmRequest(ada, people[turn]!.id));
    expect([await requestsTo(ada), await friendsOf(ada)]).toEqual([0, 50]);
  });
});
