import { sql, type SQL } from 'drizzle-orm';
import { viewerFromColumn, visibleAuthor } from '#domains/policy/audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { subjectKey, type ItemType } from '#lib/wire-names.ts';
import { db } from '#server/db.ts';
import { gathered } from '#server/live/gathered.ts';
import { findStream, sendToStream, type Stream } from '#server/live/streams.ts';
import { setWatched, watchersOf } from '#server/live/watching.ts';
import { subjects } from '#server/subjects.ts';
import type { Subject, Watching } from './live.schema.ts';
import { readMissedChanges } from './missed-changes.server.ts';

/**
 * The process that holds the stream hears of it, whichever was asked. Nothing is checked here: it
 * is when something is told. What was committed before that is not told any more; that is read
 * afterwards, so nothing is lost in between.
 */
export async function watch(
  member: Member,
  stream: string,
  subjects: Subject[],
): Promise<Watching> {
  await db.execute(
    sql`
      select pg_notify(
        'live',
        ${`watch:${member.id}:${stream}:${subjects.map(({ type, id }) => `${type} ${id}`).join(',')}`}
      )`,
  );
  return { changed: await readMissedChanges(member, subjects) };
}

export function hearWatch(memberId: number, streamName: string, subjects: string): void {
  const stream = findStream(memberId, streamName);
  if (stream) setWatched(stream, subjects.split(',').filter(Boolean));
}

interface Change {
  type: ItemType;
  id: number;
  /** Who did it; 0 for the site itself. */
  actorId: number;
  what: string;
}

const mostAtOnce = 2_000;

const gather = gathered<Change>((change) => Object.values(change).join(' '), tellAll);

/**
 * Something was done to a subject: those who have it on the screen are told, if they may see it and
 * whoever did it.
 */
export function hearChange(change: Change): void {
  if (!watchersOf(`${change.type} ${change.id}`).size) return;
  gather(change);
}

type Told = Change & { stream: Stream };

async function tellAll(changes: Change[]): Promise<void> {
  const all: Told[] = changes.flatMap((change) =>
    [...watchersOf(`${change.type} ${change.id}`)].map((stream) => ({ ...change, stream })),
  );
  // The screen on which it was done knows.
  const others = all.filter(({ stream, actorId }) => stream.memberId !== actorId);
  for (let from = 0; from < others.length; from += mostAtOnce) {
    await tellThose(others.slice(from, from + mostAtOnce));
  }
}

/** Somebody who might be told of a change. */
export interface Asked extends Pick<Change, 'type' | 'id' | 'actorId'> {
  memberId: number;
}

/**
 * Selects those of them, by their `place` from 1 on, who may see the subject and whoever did it.
 */
export function selectTold(asked: Asked[]): SQL {
  const viewer = viewerFromColumn(sql`asked.member_id`);
  const rules = subjects().filter(([type]) => asked.some((one) => one.type === type));
  const seen = rules.length
    ? sql.join(
        rules.map(
          ([type, rows]) => sql`(asked.type = ${type} and exists (${rows(viewer, sql`asked.id`)}))`,
        ),
        sql` or `,
      )
    : sql`false`;
  const column = <Value>(of: (one: Asked) => Value) => sql.param(asked.map(of));
  return sql`
    select asked.place::int as place
    from unnest(
      ${column(({ memberId }) => memberId)}::bigint[], ${column(({ type }) => type)}::text[],
      ${column(({ id }) => id)}::bigint[], ${column(({ actorId }) => actorId)}::bigint[]
    ) with ordinality asked (member_id, type, id, actor_id, place)
    where (${seen}) and (asked.actor_id = 0 or ${visibleAuthor(viewer, sql`asked.actor_id`)})`;
}

/** One statement for all of them, through the policy. */
async function tellThose(told: Told[]): Promise<void> {
  const rows = await db.execute<{ place: number }>(
    selectTold(
      told.map(({ stream, type, id, actorId }) => ({
        memberId: stream.memberId,
        type,
        id,
        actorId,
      })),
    ),
  );
  for (const { place } of rows) {
    const { stream, what, type, id } = told[place - 1]!;
    sendToStream(stream, { type: what, subject: subjectKey(type, id) });
  }
}
