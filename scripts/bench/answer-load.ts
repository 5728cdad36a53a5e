import { setAnswer } from '#domains/containers/answers/set-answer.server.ts';
import {
  leaveContainer,
  requestMembership,
} from '#domains/containers/membership/memberships.server.ts';
import { approveRequests } from '#domains/containers/membership/staff.server.ts';
import { createEvent, editEvent } from '#domains/events/edit/event-changes.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
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
        (array_agg(a.seats order by a.queue_no) filter (where a.queue_no is not null))[1]
          as first_seats
      from container_answers a
      where a.type = s.type and a.item_id = s.item_id
    ) counted
    where s.type = 'event' and s.item_id = ${eventId}`);
  return state!;
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
  const answer = (value: 'going' | 'maybe' | 'declined') => () =>
    setAnswer(pick(members), item, { answer: value, seats: 1 + Math.floor(random() * 3) });
  const acts: Array<() => Promise<unknown>> = [
    answer('going'),
    answer('going'),
    answer('going'),
    answer('maybe'),
    answer('declined'),
    () => leaveContainer(pick(members), wall),
    () => requestMembership(pick(members), wall),
    () =>
      approveRequests(
        owner,
        wall,
        members.map(({ id }) => id),
      ),
    () => {
      const seats = Math.max(1, Math.round(capacity * (0.5 + random())));
      most = Math.max(most, seats);
      return edit({ capacity: seats });
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
        // Changes of all are rarer than answers.
        const act = random() < 0.95 ? pick(acts.slice(0, 7)) : pick(acts.slice(7));
        await act().then(
          () => (result.done += 1),
          (error: { code?: string }) => {
            if (!refusals.has(error.code ?? '')) throw error as Error;
            result.refused += 1;
          },
        );
      }
    };
    const before = (await readState(load)).taken;
    most = Math.max(before, (await readState(load)).capacity);
    await Promise.all(Array.from({ length: clients }, work));
    result.faults.push(...faultsOf(await readState(load), most).map((text) => `${from}: ${text}`));
  }
  return result;
}
