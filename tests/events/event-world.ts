import { listNotifications } from '#domains/notifications/notifications.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { send, type Fields } from '../support/rest.ts';

export const call = (
  as: Member | undefined,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  fields: Fields = {},
) => send(method, path, fields, { as });

/** Creates an event that is to come, by its call. */
export const createEvent = (owner: Member, fields: Fields = {}) =>
  call(owner, 'POST', '/events/create', {
    title: 'Tea',
    description: 'With cake.',
    starttime: '2027-05-01 10:00:00',
    endtime: '2027-05-01 12:00:00',
    ...fields,
  });

/** The same. Returns its id. */
export async function addEvent(owner: Member, fields: Fields = {}): Promise<number> {
  const answer = await createEvent(owner, fields);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.response.event_id as number;
}

export const view = async (as: Member | undefined, id: number) =>
  (await call(as, 'GET', `/events/view/${id}`)).body?.response;

/** Ids of a list, in order. */
export const listed = async (as: Member | undefined, fields: Fields = {}): Promise<number[]> =>
  (await call(as, 'GET', '/events', fields)).body.response.map(
    ({ event_id: id }: { event_id: number }) => id,
  );

/** Types and addresses of the member's notices, by their types. */
export const noticesOf = async (member: Member) =>
  (await listNotifications(member, { limit: 50 })).recentUpdates
    .map(({ type, url }) => [type, url])
    .toSorted();

/** Moves the clock of this process to that time. */
export async function moveClockTo(text: string): Promise<void> {
  const [row] = await db.execute<{ seconds: number }>(
    sql`select extract(epoch from ${text}::timestamptz - now())::float8 as seconds`,
  );
  moveClock(row!.seconds);
}
