import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '#domains/containers/answers/answers.rules.ts';
import { setSeats } from '#domains/containers/answers/answers.server.ts';
import { setAnswer } from '#domains/containers/answers/set-answer.server.ts';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { inviteMembers } from '#domains/containers/invitations/invitations.server.ts';
import {
  joinContainer,
  leaveContainer,
  acceptInvitation,
  requestMembership,
  withdraw,
} from '#domains/containers/membership/memberships.server.ts';
import { banMember, removeMember } from '#domains/containers/membership/removals.server.ts';
import {
  approveRequests,
  changeAsEditor,
  refuseRequests,
} from '#domains/containers/membership/staff.server.ts';
import { writeSettings } from '#domains/containers/settings.server.ts';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { deleteAccount } from '#domains/settings/deletion.server.ts';
import { codeOf } from '#server/database/away.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { startJobs } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend, givePassword } from '../../support/people.ts';
import { addContainer, addMembership, queue } from '../container-world.ts';
import { club } from './clubs.ts';
import { addMeeting } from './meetings.ts';
import { setClubs } from './set-clubs.ts';

// Answers to meetings of a club, which has the members, the bans and the lock of all of them.

setClubs();

let owner: Member;
let wall: ContainerRef;
let meeting: number;
let other: number;

beforeAll(() => startJobs([]));
beforeEach(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  owner = await addMember();
  wall = await addContainer(owner, { type: club, title: 'Rowing' });
  meeting = await addMeeting(wall, 'Oars in April');
  other = await addMeeting(wall, 'Oars in May');
  for (const itemId of [meeting, other]) await open(itemId, 1);
});

const open = (itemId: number, capacity: number | null, closesAt: Date | null = null) =>
  db.transaction((tx) => lockAndSet(tx, itemId, capacity, closesAt));
async function lockAndSet(
  tx: Parameters<typeof setSeats>[0],
  itemId: number,
  capacity: number | null,
  closesAt: Date | null,
) {
  await tx.execute(sql`select from containers where type = ${club} and id = ${wall.id} for update`);
  await setSeats(tx, wall, itemId, { capacity, closesAt });
}
const close = (itemId: number) => open(itemId, 1, new Date('2020-01-01'));
const answer = (member: Member, itemId = meeting, value: Answer = 'going', seats = 1) =>
  setAnswer(member, { type: club, itemId }, { answer: value, seats });
/** Answers, and asks again as clients do after 503, where the lock was held for too long. */
async function answerInTurn(member: Member): Promise<Awaited<ReturnType<typeof answer>>> {
  try {
    return await answer(member);
  } catch (error) {
    if (codeOf(error) !== '55P03') throw error;
    return answerInTurn(member);
  }
}
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );
const addMembers = async (count: number) => {
  const members: Member[] = [];
  while (members.length < count) members.push(await addMember());
  return members;
};
/** Ids of who is going and of who waits, in order. */
async function read(itemId = meeting) {
  const rows = await db.execute<{ id: number; isQueued: boolean }>(sql`
    select member_id as id, queue_no is not null as "isQueued"
    from container_answers
    where type = ${club} and item_id = ${itemId} and answer = 'going'
    order by queue_no nulls first, member_id`);
  const ids = (isQueued: boolean) =>
    rows.filter((row) => row.isQueued === isQueued).map(({ id }) => Number(id));
  return { going: ids(false), queued: ids(true) };
}
/** Counts that differ from the rows, seats taken twice, and free ones for which somebody waits who fits at all. */
const faults = () =>
  db.execute(sql`
    select s.item_id
    from container_seats s
    left join lateral (
      select coalesce(sum(a.seats) filter (where a.answer = 'going' and a.queue_no is null), 0) as taken,
        count(*) filter (where a.answer = 'going' and a.queue_no is null) as going,
        count(a.queue_no) as queued,
        (
          array_agg(a.seats order by a.queue_no) filter (
            where a.queue_no is not null and a.seats <= s.capacity
          )
        )[1] as next
      from container_answers a
      where a.type = s.type and a.item_id = s.item_id
    ) counted on true
    where (s.taken, s.going, s.queued) is distinct from
        (counted.taken::int, counted.going::int, counted.queued::int)
      or (s.closes_at is null and counted.taken + counted.next <= s.capacity)`);
const seated = async (member: Member) =>
  (await listNotifications(member)).recentUpdates
    .filter(({ type }) => type === 'club_seated')
    .map(({ object_id: id, url }) => [id, url]);

describe('an answer', () => {
  test('makes twenty strangers at once members, one with a seat', async () => {
    const members = await addMembers(20);
    const answers = await Promise.all(members.map(answerInTurn));
    expect(answers.map(({ queueNo }) => queueNo ?? 0).toSorted((a, b) => a - b)).toEqual(
      members.map((_, index) => index),
    );
    expect(await faults()).toEqual([]);
    const [row] = await db.execute<{ count: number }>(
      sql`select member_count as count from containers where type = ${club} and id = ${wall.id}`,
    );
    expect(row!.count).toBe(21);
  });

  test('to one meeting is none to another', async () => {
    const [one, two] = await addMembers(2);
    await answer(one!);
    expect(await answer(two!, other)).toEqual({ membership: 'member', queueNo: null });
    expect(await answer(two!)).toEqual({ membership: 'member', queueNo: 1 });
  });

  test('is accepted with an invitation, and refused without where nobody joins', async () => {
    const [invited, stranger] = await addMembers(2);
    await db.execute(sql`update containers set join_policy = 'approval' where id = ${wall.id}`);
    await addMembership(wall, invited!, { state: 'invited', invitedBy: owner });
    expect(await answer(invited!)).toEqual({ membership: 'member', queueNo: null });
    expect(await code(answer(stranger!))).toBe('unauthorized');
  });

  test('is refused to a banned member, and a secret club does not exist', async () => {
    const [banned, stranger] = await addMembers(2);
    await banMember(owner, wall, banned!.id, { until: null, reason: '' });
    expect(await code(answer(banned!))).toBe('unauthorized');
    await db.execute(sql`
      update containers
      set visibility = 'members', is_listed = false
      where type = ${club} and id = ${wall.id}`);
    expect(await code(answer(stranger!))).toBe('no_record');
  });

  test('to the number of the club, or to none, makes nobody a member', async () => {
    const [stranger] = await addMembers(1);
    for (const itemId of [wall.id, 999_999])
      expect(await code(answer(stranger!, itemId))).toBe('no_record');
    const rows = await db.execute(sql`select from memberships where member_id = ${stranger!.id}`);
    expect(rows).toHaveLength(0);
  });
});

describe('a free seat', () => {
  const ends: Record<string, (member: Member) => Promise<unknown>> = {
    leaves: (member) => leaveContainer(member, wall),
    'is removed': (member) => removeMember(owner, wall, member.id),
    'is banned': (member) => banMember(owner, wall, member.id, { until: null, reason: '' }),
    'deletes the account': async (member) => deleteAccount(member, await givePassword(member)),
  };
  test.each(Object.entries(ends))(
    'goes to the next in the queue of every meeting after a member %s',
    async (_, end) => {
      const [one, two, three] = await addMembers(3);
      for (const itemId of [meeting, other])
        for (const member of [one!, two!, three!]) await answer(member, itemId);
      await end(one!);
      for (const itemId of [meeting, other])
        expect(await read(itemId)).toEqual({ going: [two!.id], queued: [three!.id] });
      expect(await faults()).toEqual([]);
      expect((await seated(two!)).toSorted()).toEqual(
        [meeting, other].map((id) => [id, `/clubs/club/${id}`]).toSorted(),
      );
      expect(await seated(three!)).toEqual([]);
    },
  );

  test('goes to the first in the queue, who is notified', async () => {
    const [one, two, three] = await addMembers(3);
    for (const member of [one!, two!, three!]) await answer(member);
    await answer(one!, meeting, 'declined');
    expect(await read()).toEqual({ going: [two!.id], queued: [three!.id] });
    await open(meeting, 2);
    expect(await read()).toEqual({ going: [two!.id, three!.id], queued: [] });
    expect([await seated(two!), await seated(three!)]).toEqual(
      [two, three].map(() => [[meeting, `/clubs/club/${meeting}`]]),
    );
  });

  test('goes to nobody once the meeting is over, and answers stay', async () => {
    const [one, two] = await addMembers(2);
    for (const member of [one!, two!]) await answer(member);
    await close(meeting);
    expect(await code(answer(two!, meeting, 'declined'))).toBe('validation_fail');
    await leaveContainer(one!, wall);
    expect(await read()).toEqual({ going: [one!.id], queued: [two!.id] });
    expect(await faults()).toEqual([]);
  });
});

describe('a party larger than the capacity', () => {
  const inAll = (count: string) => ({ detail: { seats: `There ${count} in all.` } });

  test('is refused at once, also with a request to join', async () => {
    const [one, two] = await addMembers(2);
    await expect(answer(one!, meeting, 'going', 2)).rejects.toMatchObject(inAll('is only 1 place'));
    await open(meeting, 2);
    await db.execute(sql`update containers set join_policy = 'approval' where id = ${wall.id}`);
    await requestMembership(two!, wall);
    await expect(answer(two!, meeting, 'going', 3)).rejects.toMatchObject(
      inAll('are only 2 places'),
    );
    expect(await read()).toEqual({ going: [], queued: [] });
  });

  test('is passed by all others in the queue, who keep their order', async () => {
    const [one, large, small, last] = await addMembers(4);
    await open(meeting, 4);
    await answer(one!, meeting, 'going', 2);
    await answer(large!, meeting, 'going', 4);
    await open(meeting, 3);
    await answer(small!, meeting, 'going', 2);
    await answer(last!);
    expect(await read()).toEqual({ going: [one!.id], queued: [large!.id, small!.id, last!.id] });
    await open(meeting, 4);
    await answer(one!, meeting, 'declined');
    expect(await read()).toEqual({ going: [large!.id], queued: [small!.id, last!.id] });
    await open(meeting, 3);
    await answer(large!, meeting, 'declined');
    expect(await read()).toEqual({
      going: [small!.id, last!.id].toSorted((a, b) => a - b),
      queued: [],
    });
    expect(await faults()).toEqual([]);
  });

  test('does not keep others from free seats where there is no queue', async () => {
    const [one, large, next] = await addMembers(3);
    await open(meeting, 3);
    await answer(one!);
    await answer(large!, meeting, 'going', 3);
    await open(meeting, 2);
    await db.execute(sql`update container_seats set has_queue = false where item_id = ${meeting}`);
    expect(await answer(next!)).toEqual({ membership: 'member', queueNo: null });
  });

  test('keeps the seats that it has', async () => {
    const [one] = await addMembers(1);
    await open(meeting, 3);
    await answer(one!, meeting, 'going', 3);
    await open(meeting, 1);
    expect((await answer(one!, meeting, 'going', 2)).queueNo).toBeNull();
    expect(await code(answer(one!, meeting, 'going', 3))).toBe('validation_fail');
  });
});

describe('at once', () => {
  test('a member leaves and another answers, in both orders', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const [one, two, three] = await addMembers(3);
      await db.execute(sql`delete from container_answers`);
      for (const member of [one!, two!]) await answer(member);
      const leaves = () => leaveContainer(one!, wall);
      const answers = () => answer(three!);
      await queue(wall, turn % 2 ? [answers, leaves] : [leaves, answers]);
      expect(await read()).toEqual({ going: [two!.id], queued: [three!.id] });
    }
    expect(await faults()).toEqual([]);
  });

  test('members answer and leave while the capacity goes up and down', async () => {
    const members = await addMembers(12);
    await open(meeting, 3);
    for (const [index, member] of members.slice(0, 6).entries())
      await answer(member, meeting, 'going', (index % 3) + 1);
    const answered = members
      .slice(6)
      .map((member, index) => code(answer(member, meeting, 'going', (index % 3) + 1)));
    await Promise.all([
      ...members.slice(0, 3).map((member) => leaveContainer(member, wall)),
      ...answered,
      ...[4, 2, 6, 3].map((capacity) => open(meeting, capacity)),
    ]);
    expect(await faults()).toEqual([]);
    // Refused is who asks for more places than there are in all at that moment.
    const refused = (await Promise.all(answered)).filter((done) => done === 'validation_fail');
    expect(refused.length).toBeLessThanOrEqual(2);
    const { going, queued } = await read();
    expect(going.length + queued.length).toBe(9 - refused.length);
  });
});

describe('an answer given with a request', () => {
  let one: Member;
  let two: Member;
  beforeEach(async () => {
    await db.execute(sql`update containers set join_policy = 'approval' where id = ${wall.id}`);
    [one, two] = [await addMember(), await addMember()];
    for (const member of [one, two]) {
      await requestMembership(member, wall);
      expect(await answer(member)).toEqual({ membership: 'requested', queueNo: null });
    }
    expect(await read()).toEqual({ going: [], queued: [] });
  });
  const withoutQueue = () =>
    db.execute(sql`update container_seats set has_queue = false where item_id = ${meeting}`);

  test('takes a seat in the order of approvals, not of requests', async () => {
    await approveRequests(owner, wall, [two.id]);
    await approveRequests(owner, wall, [one.id]);
    expect(await read()).toEqual({ going: [two.id], queued: [one.id] });
  });

  test('takes seats in the order of requests, where several are approved at once', async () => {
    await approveRequests(owner, wall, [two.id, one.id]);
    expect(await read()).toEqual({ going: [one.id], queued: [two.id] });
  });

  test('leaves those waiting for whom no seats are left, and approves the others', async () => {
    await withoutQueue();
    expect(await approveRequests(owner, wall, [one.id, two.id])).toEqual({
      approved: 1,
      waiting: 1,
    });
    expect(await read()).toEqual({ going: [one.id], queued: [] });
    expect(await code(approveRequests(owner, wall, [two.id]))).toBe('validation_fail');
    await leaveContainer(one, wall);
    await approveRequests(owner, wall, [two.id]);
    expect(await read()).toEqual({ going: [two.id], queued: [] });
    expect(await faults()).toEqual([]);
  });

  test('counts where an invitation lets the member in', async () => {
    await befriend(owner, one);
    await inviteMembers(owner, wall, [one.id]);
    expect(await read()).toEqual({ going: [one.id], queued: [] });
  });

  test('takes seats in the order of requests, where several are invited', async () => {
    await db.execute(sql`
      update memberships
      set requested_at = now() - interval '1 hour'
      where id = ${wall.id} and member_id = ${two.id}`);
    for (const member of [one, two]) await befriend(owner, member);
    await inviteMembers(owner, wall, [one.id, two.id]);
    expect(await read()).toEqual({ going: [two.id], queued: [one.id] });
  });

  test('joins once the club has opened to all', async () => {
    await db.execute(sql`update containers set join_policy = 'open' where id = ${wall.id}`);
    expect(await answer(two)).toEqual({ membership: 'member', queueNo: null });
  });

  test('ends when the club becomes secret', async () => {
    await changeAsEditor(owner, wall, (change) =>
      writeSettings(change, owner, { visibility: 'members', isListed: false }),
    );
    await befriend(owner, one);
    await inviteMembers(owner, wall, [one.id]);
    await acceptInvitation(one, wall, true);
    expect(await read()).toEqual({ going: [], queued: [] });
  });

  test('ends with the request', async () => {
    await withdraw(one, wall, 'requested');
    await refuseRequests(owner, wall, [two.id]);
    await addMembership(wall, one);
    await db.execute(sql`update containers set join_policy = 'open' where id = ${wall.id}`);
    await joinContainer(two, wall);
    expect(await read()).toEqual({ going: [], queued: [] });
  });

  test('is replaced by a later one, and counts for nothing once the meeting is over', async () => {
    await answer(one, meeting, 'declined');
    await answer(two, other);
    await close(meeting);
    await approveRequests(owner, wall, [one.id, two.id]);
    expect([await read(), await read(other)]).toEqual([
      { going: [], queued: [] },
      { going: [two.id], queued: [] },
    ]);
  });
});

test('declining makes nobody a member, and ends an invitation', async () => {
  const [stranger, invited, member] = await addMembers(3);
  await addMembership(wall, invited!, { state: 'invited', invitedBy: owner });
  await addMembership(wall, member!);
  const states = [];
  for (const one of [stranger!, invited!, member!])
    states.push((await answer(one, meeting, 'declined')).membership);
  expect(states).toEqual(['none', 'none', 'member']);
  const rows = await db.execute<{ state: string }>(sql`
    select state from memberships
    where member_id in (${stranger!.id}, ${invited!.id}) and id = ${wall.id}`);
  expect(rows.map(({ state }) => state)).toEqual(['none']);
  expect(await code(answer(stranger!, 999_999, 'declined'))).toBe('no_record');
});

describe('in a club of a group', () => {
  let group: ContainerRef;
  let guest: Member;
  let waiting: Member;

  beforeEach(async () => {
    group = await addContainer(owner);
    wall = await addContainer(owner, { type: club, title: 'Rowing', parent: group });
    await open(wall.id, 1);
    [guest, waiting] = [await addMember(), await addMember()];
    for (const member of [guest, waiting]) await answer(member, wall.id);
  });
  const going = async () => (await read(wall.id)).going;

  test('a ban from the group frees the seat, of a guest too', async () => {
    await banMember(owner, group, guest.id, { until: null, reason: '' });
    expect(await going()).toEqual([waiting.id]);
    await addMembership(group, waiting);
    await banMember(owner, group, waiting.id, { until: null, reason: '' });
    expect(await going()).toEqual([]);
  });

  test('leaving the group frees the seat', async () => {
    await addMembership(group, guest);
    await leaveContainer(guest, group);
    expect(await going()).toEqual([waiting.id]);
  });

  test('a refused request to the group frees no seat', async () => {
    await db.execute(sql`update containers set join_policy = 'approval' where id = ${group.id}`);
    await requestMembership(guest, group);
    await refuseRequests(owner, group, [guest.id]);
    expect(await going()).toEqual([guest.id]);
  });

  test('a ban from the group and an answer wait for each other', async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const one = await addMember();
      await db.execute(sql`delete from container_answers`);
      const bans = () => banMember(owner, group, one.id, { until: null, reason: '' });
      const answers = () => answer(one, wall.id);
      const isBanFirst = turn % 2 === 0;
      const done = await queue(group, isBanFirst ? [bans, answers] : [answers, bans]);
      expect(done).toEqual([true, !isBanFirst]);
      expect(await going()).toEqual([]);
    }
  });
});
