import type { SQL } from 'drizzle-orm';
import { viewerFromColumn, visibleAuthor } from '#domains/policy/audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { subjectKey, type ItemType } from '#lib/wire-names.ts';
import { db } from '#server/db.ts';
import { debounceBatch } from '#server/live/debounce-batch.ts';
import { findStream, sendToStream, type Stream } from '#server/live/streams.ts';
import { setWatched, watchersOf } from '#server/live/watching.ts';
import { sql } from '#server/sql.ts';
import { subjects } from '#server/subjects.ts';
import type { Subject, Watching } from './live.schema.ts';
import { readMissedChanges } from './missed-changes.server.ts';

/**
 * Sets the subjects of a stream, in whichever process holds it. Permissions are checked when
 * changes are sent. Earlier changes are read afterwards, so none is lost in between.
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

export function handleWatch(memberId: number, streamName: string, subjects: string): void {
  const stream = findStream(memberId, streamName);
  if (stream) setWatched(stream, subjects.split(',').filter(Boolean));
}

interface Change {
  type: ItemType;
  id: number;
  /** 0 for the site itself. */
  actorId: number;
  what: string;
}

const batchSize = 2_000;

const notifyBatched = debounceBatch<Change>(
  (change) => Object.values(change).join(' '),
  notifyWatchers,
);

/** Sends a change to the streams watching the subject whose members may see it and its actor. */
export function handleChange(change: Change): void {
  if (!watchersOf(`${change.type} ${change.id}`).size) return;
  notifyBatched(change);
}

type Notification = Change & { stream: Stream };

async function notifyWatchers(changes: Change[]): Promise<void> {
  const all: Notification[] = changes.flatMap((change) =>
    [...watchersOf(`${change.type} ${change.id}`)].map((stream) => ({ ...change, stream })),
  );
  // The actor's own screen already shows it.
  const others = all.filter(({ stream, actorId }) => stream.memberId !== actorId);
  for (let from = 0; from < others.length; from += batchSize) {
    await notifyBatch(others.slice(from, from + batchSize));
  }
}

/** A possible recipient of a change. */
export interface Candidate extends Pick<Change, 'type' | 'id' | 'actorId'> {
  memberId: number;
}

/** Selects the position, from 1, of those who may see the subject and the actor. */
export function selectRecipients(candidates: Candidate[]): SQL {
  const viewer = viewerFromColumn(sql`candidate.member_id`);
  const rules = subjects().filter(([type]) => candidates.some((one) => one.type === type));
  const visible = rules.length
    ? sql.join(
        rules.map(
          ([type, rows]) =>
            sql`(candidate.type = ${type} and exists (${rows(viewer, sql`candidate.id`)}))`,
        ),
        sql` or `,
      )
    : sql`false`;
  const column = <Value>(of: (one: Candidate) => Value) => sql.param(candidates.map(of));
  return sql`
    select candidate.ordinality::int as position
    from unnest(
      ${column(({ memberId }) => memberId)}::bigint[], ${column(({ type }) => type)}::text[],
      ${column(({ id }) => id)}::bigint[], ${column(({ actorId }) => actorId)}::bigint[]
    ) with ordinality candidate (member_id, type, id, actor_id, ordinality)
    where (${visible})
      and (candidate.actor_id = 0 or ${visibleAuthor(viewer, sql`candidate.actor_id`)})`;
}

/** One statement for all of them, through the policy. */
async function notifyBatch(candidates: Notification[]): Promise<void> {
  const rows = await db.execute<{ position: number }>(
    selectRecipients(
      candidates.map(({ stream, type, id, actorId }) => ({
        memberId: stream.memberId,
        type,
        id,
        actorId,
      })),
    ),
  );
  for (const { position } of rows) {
    const { stream, what, type, id } = candidates[position - 1]!;
    sendToStream(stream, { type: what, subject: subjectKey(type, id) });
  }
}
