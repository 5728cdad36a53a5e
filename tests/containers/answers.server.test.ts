// @module-tag races
import { beforeEach, expect, test } from 'vitest';
import type { Answer } from '#domains/containers/answers/answers.rules.ts';
import { answerItem, setSeats } from '#domains/containers/answers/answers.server.ts';
import { changeContainer, type ContainerRef } from '#domains/containers/container-lock.server.ts';
import { leaveContainer } from '#domains/containers/membership/memberships.server.ts';
import { banMember } from '#domains/containers/membership/removals.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember } from '../support/people.ts';
import { addContainer, addMembership } from './container-world.ts';

let owner: Member;
let group: ContainerRef;
const item = 7;

beforeEach(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  owner = await addMember();
  await db.execute(sql`delete from container_seats`);
  group = await addContainer(owner);
});

const setCapacity = (capacity: number | null, hasQueue = true) =>
  db.transaction((tx) => setSeats(tx, group, item, { capacity, hasQueue }));
const addGuest = async () => {
  const member = await addMember();
  await addMembership(group, member);
  return member;
};
const addGuests = async (count: number) => {
  const guests: Member[] = [];
  while (guests.length < count) guests.push(await addGuest());
  return guests;
};
const answer = (member: Member, value: Answer = 'going', seats = 1, itemId = item) =>
  changeContainer(member, group, (change) =>
    answerItem(change, member, itemId, { answer: value, seats }),
  );
const counts = async () => {
  const [row] = await db.execute(sql`
    select s.going, s.maybe, s.declined, s.queued, s.taken
    from container_seats s
    where s.type = ${group.type} and s.item_id = ${item}`);
  return row;
};

test('twenty members at once get one seat and the numbers 1 to 19', async () => {
  await setCapacity(1);
  const guests = await addGuests(20);
  const numbers = await Promise.all(guests.map((guest) => answer(guest)));
  expect(numbers.map((number) => number ?? 0).toSorted((a, b) => a - b)).toEqual(
    guests.map((_, index) => index),
  );
  expect(await counts()).toEqual({ going: 1, maybe: 0, declined: 0, queued: 19, taken: 1 });
});

test('the first in the queue gets a seat after a refusal, a leaving and a ban', async () => {
  await setCapacity(1);
  const [first, second, third, fourth] = await addGuests(4);
  for (const guest of [first!, second!, third!, fourth!]) await answer(guest);
  await answer(first!, 'declined');
  expect(await counts()).toMatchObject({ going: 1, declined: 1, queued: 2 });
  await leaveContainer(second!, group);
  expect(await counts()).toMatchObject({ going: 1, queued: 1 });
  await banMember(owner, group, third!.id, { until: null, reason: '' });
  expect(await counts()).toEqual({ going: 1, maybe: 0, declined: 1, queued: 0, taken: 1 });
  expect(await answer(fourth!)).toBeNull();
});

/** Starts these in that order while the container is locked, and ends once both have waited for it. */
async function inOrder(works: Array<() => Promise<unknown>>): Promise<void> {
  const started: Array<Promise<unknown>> = [];
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      select from containers where type = ${group.type} and id = ${group.id} for update`);
    for (const work of works) {
      started.push(work());
      await expect
        .poll(
          async () => {
            const [waiting] = await tx.execute<{ count: number }>(sql`
            select count(*)::int as count
            from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`);
            return waiting!.count;
          },
          { interval: 5 },
        )
        .toBe(started.length);
    }
  });
  await Promise.all(started);
}

test.each(['leaves first', 'joins first'])(
  'a seat is neither given twice nor left free when one leaves while another comes, who %s',
  async (order) => {
    await setCapacity(1);
    for (let turn = 0; turn < 5; turn += 1) {
      const [leaving, waiting, coming] = await addGuests(3);
      await answer(leaving!);
      await answer(waiting!);
      const works = [() => leaveContainer(leaving!, group), () => answer(coming!)];
      await inOrder(order === 'leaves first' ? works : works.toReversed());
      expect(await counts()).toEqual({ going: 1, maybe: 0, declined: 0, queued: 1, taken: 1 });
      expect([await answer(waiting!), await answer(coming!)]).toEqual([null, expect.any(Number)]);
      for (const guest of [coming!, waiting!]) await leaveContainer(guest, group);
      expect(await counts()).toMatchObject({ taken: 0, queued: 0 });
    }
  },
);

test('members who answer maybe hold no seat and queue when they answer yes', async () => {
  await setCapacity(1);
  const [one, other] = await addGuests(2);
  expect(await answer(one!, 'maybe')).toBeNull();
  expect(await answer(other!)).toBeNull();
  expect(await answer(one!)).toBe(1);
});

test('the queue gets more seats in order, and a lower capacity ends none', async () => {
  await setCapacity(2);
  const [one, two, pair, single] = await addGuests(4);
  await answer(one!);
  await answer(two!);
  expect([await answer(pair!, 'going', 2), await answer(single!)]).toEqual([1, 2]);
  await setCapacity(3);
  expect(await counts()).toMatchObject({ taken: 2, queued: 2 });
  await setCapacity(1);
  expect(await counts()).toMatchObject({ taken: 2, queued: 2 });
  await setCapacity(null);
  expect(await counts()).toMatchObject({ taken: 5, queued: 0 });
});

test('a member who asks for more seats than are free keeps the own ones', async () => {
  await setCapacity(2);
  const [one, two] = await addGuests(2);
  await answer(one!);
  await answer(two!);
  await expect(answer(one!, 'going', 2)).rejects.toMatchObject({ code: 'validation_fail' });
  expect(await counts()).toMatchObject({ going: 2, taken: 2 });
});

test('without a queue a full item refuses', async () => {
  await setCapacity(1, false);
  const [one, two] = await addGuests(2);
  await answer(one!);
  await expect(answer(two!)).rejects.toMatchObject({ code: 'validation_fail' });
  expect(await counts()).toMatchObject({ going: 1, queued: 0 });
});

test('no answer of a stranger, to an absent item, to one of another, or in an archive', async () => {
  await setCapacity(3);
  const guest = await addGuest();
  await expect(answer(await addMember())).rejects.toMatchObject({ code: 'unauthorized' });
  await expect(answer(guest, 'going', 1, 8)).rejects.toMatchObject({ code: 'no_record' });
  await expect(answer(guest, 'going', 0)).rejects.toMatchObject({ code: 'validation_fail' });
  const other = await addContainer(owner);
  await addMembership(other, guest);
  await expect(
    changeContainer(guest, other, (change) => answerItem(change, guest, item, { answer: 'going' })),
  ).rejects.toMatchObject({ code: 'no_record' });
  await db.execute(sql`update containers set state = 'archived' where id = ${group.id}`);
  await expect(answer(guest)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await counts()).toMatchObject({ going: 0, taken: 0 });
});
