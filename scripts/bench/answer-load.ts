import {
  askMailGuest,
  confirmMailGuest,
  findMailGuest,
  withdrawMailGuest,
} from '#domains/containers/answers/mail-guests.server.ts';
import { seatByHand } from '#domains/containers/answers/seat-by-hand.server.ts';
import { setAnswer } from '#domains/containers/answers/set-answer.server.ts';
import { inviteMembers } from '#domains/containers/invitations/invitations.server.ts';
import {
  acceptInvitation,
  leaveContainer,
  requestMembership,
} from '#domains/containers/membership/memberships.server.ts';
import { approveRequests } from '#domains/containers/membership/staff.server.ts';
import { createEvent, editEvent } from '#domains/events/edit/event-changes.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

// Many answers to one event at once, from several clients, with what they have to leave true.

export interface AnswerLoad {
  owner: Member;
  members: Member[];
  wallId: number;
  eventId: number;
  capacity: number;
  /** Answers and other acts in all, a hundred at a time. */
  total: number;
  clients: number;
}

export interface LoadResult {
  done: number;
  /** Acts that the state of the member does not allow, such as leaving without belonging to it. */
  refused: number;
  /** Sentences about what was wrong after a hundred. */
  faults: string[];
}

/** Creates the event to which they answer. */
export async function addLoadEvent(owner: Member, capacity: number) {
  const eventId = await createEvent(
    owner,
    {
      title: 'Fair',
      description: 'For all.',
      times: {
        startsLocal: '2037-05-01T10:00:00',
        endsLocal: '2037-05-01T12:00:00',
        timezone: 'UTC',
      },
      isAllDay: false,
      avatar: null,
      capacity,
    },
    { key: undefined, memberId: owner.id, call: '/events/create', inputHash: Buffer.alloc(0) },
  );
  return { eventId, wallId: eventId };
}

/** Numbers from 0 to below 1 that are the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface State extends Record<string, unknown> {
  capacity: number;
  taken: number;
  counts: number[];
  rows: number[];
  firstSeats: number | null;
}

/** The counts of the event beside those of its rows. */
async function readState({ eventId }: AnswerLoad): Promise<State> {
  const [state] = await db.execute<State>(sql`
    select s.capacity, counted.taken, counted.first_seats as "firstSeats",
      array[s.going, s.maybe, s.declined, s.queued, s.taken] as counts,
      array[counted.going, counted.maybe, counted.declined, counted.queued, counted.taken] as rows
    from container_seats s
    cross join lateral (
      select count(*) filter (where a.answer = 'going' and a.queue_no is null)::int as going,
        count(*) filter (where a.answer = 'maybe')::int as maybe,
        count(*) filter (where a.answer = 'declined')::int as declined,
        count(a.queue_no)::int as queued,
        coalesce(sum(a.seats) filter (where a.answer = 'going' and a.queue_no is null), 0)::int
          as taken,
        (
          array_agg(a.seats order by a.queue_no) filter (
            where a.queue_no is not null and a.seats <= s.capacity
          )
        )[1] as first_seats
      from container_answers a
      where a.type = s.type and a.item_id = s.item_id
    ) counted
    where s.type = 'event' and s.item_id = ${eventId}`);
  return state!;
}

const email = (nth: number) => `guest${nth}@load.example`;

async function readGuest({ eventId }: AnswerLoad, nth: number) {
  const [row] = await db.execute<{ id: number }>(sql`
    select id::float8 as id
    from container_mail_guests
    where type = 'event' and item_id = ${eventId} and email = ${email(nth)}`);
  const guest = row && (await findMailGuest(row.id));
  if (!guest) throw notFound();
  return guest;
}

/** Gives the last member of the queue their places; returns how many. */
async function seatLast({ owner, eventId }: AnswerLoad): Promise<number> {
  const [last] = await db.execute<{ memberId: number; seats: number }>(sql`
    select member_id::float8 as "memberId", seats
    from container_answers
    where type = 'event' and item_id = ${eventId} and queue_no is not null and member_id is not null
    order by queue_no desc
    limit 1`);
  if (!last) throw notFound();
  await seatByHand(owner, { type: 'event', itemId: eventId }, last.memberId);
  // Whoever answers at the same time may wait for more by now.
  return maxAsked;
}

/** @param most places that there were at most since the last hundred */
function faultsOf({ capacity, taken, counts, rows, firstSeats }: State, most: number): string[] {
  return [
    ...(String(counts) === String(rows) ? [] : [`counted ${counts.join()}, rows ${rows.join()}`]),
    ...(taken <= most ? [] : [`${taken} places taken of ${most}`]),
    ...(firstSeats === null || taken + firstSeats > capacity
      ? []
      : [`${capacity - taken} places free, and the first waits for ${firstSeats}`]),
  ];
}

/** Places that one answer asks for at most, and guests by mail. */
const maxAsked = 3;
const mailGuests = 40;

const refusals = new Set(['unauthorized', 'validation_fail', 'no_record']);

/** Runs the acts, and checks after each hundred. Other errors than refusals are thrown. */
export async function runAnswers(load: AnswerLoad): Promise<LoadResult> {
  const { owner, members, wallId, eventId, capacity, total, clients } = load;
  const random = numbers(32);
  const pick = <One>(list: readonly One[]) => list[Math.floor(random() * list.length)]!;
  const wall = { type: 'event', id: wallId };
  const item = { type: 'event', itemId: eventId };
  const edit = (fields: Parameters<typeof editEvent>[2]) =>
    editEvent(owner, { id: wallId, itemId: eventId }, fields);
  let most = capacity;
  let seatedByHand = 0;
  const seats = () => 1 + Math.floor(random() * maxAsked);
  const nthGuest = () => Math.floor(random() * mailGuests);
  await db.execute(sql`
    insert into friendships (member_id, friend_id)
    select pair.member_id, pair.friend_id
    from unnest(${sql.param(members.map(({ id }) => id))}::bigint[]) friend (id)
    cross join lateral (
      values (${owner.id}::bigint, friend.id), (friend.id, ${owner.id}::bigint)
    ) pair (member_id, friend_id)
    on conflict do nothing`);
  const answer = (value: 'going' | 'maybe' | 'declined') => () =>
    setAnswer(pick(members), item, { answer: value, seats: seats() });
  type Act = () => Promise<unknown>;
  const ownActs: Act[] = [
    answer('going'),
    answer('going'),
    answer('going'),
    answer('maybe'),
    answer('declined'),
    () => leaveContainer(pick(members), wall),
    () => requestMembership(pick(members), wall),
    () => acceptInvitation(pick(members), wall, true),
    async () => {
      const nth = nthGuest();
      await askMailGuest(item, { name: `Guest ${nth}`, email: email(nth), seats: seats() });
      await confirmMailGuest(await readGuest(load, nth), () => Promise.resolve());
    },
    async () => withdrawMailGuest(await readGuest(load, nthGuest())),
  ];
  // Changes of all are rarer than answers.
  const hostActs: Act[] = [
    () =>
      inviteMembers(
        owner,
        wall,
        Array.from({ length: 50 }, () => pick(members).id),
      ),
    async () => (seatedByHand += await seatLast(load)),
    () =>
      approveRequests(
        owner,
        wall,
        members.map(({ id }) => id),
      ),
    () => {
      const room = Math.max(1, Math.round(capacity * (0.5 + random())));
      most = Math.max(most, room);
      return edit({ capacity: room });
    },
  ];
  const result: LoadResult = { done: 0, refused: 0, faults: [] };
  for (let from = 0; from < total; from += 100) {
    // Whoever answers joins in one hundred, and asks in the next.
    await edit({ joinPolicy: (from / 100) % 2 ? 'approval' : 'open' });
    let left = Math.min(100, total - from);
    const work = async () => {
      while (left > 0) {
        left -= 1;
        await pick(random() < 0.95 ? ownActs : hostActs)().then(
          () => (result.done += 1),
          (error: { code?: string }) => {
            if (!refusals.has(error.code ?? '')) throw error as Error;
            result.refused += 1;
          },
        );
      }
    };
    const before = await readState(load);
    most = Math.max(before.taken, before.capacity);
    seatedByHand = 0;
    await Promise.all(Array.from({ length: clients }, work));
    const faults = faultsOf(await readState(load), most + seatedByHand);
    result.faults.push(...faults.map((text) => `${from}: ${text}`));
  }
  return result;
}
