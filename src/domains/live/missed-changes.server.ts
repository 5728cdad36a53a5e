import type { SQL } from 'drizzle-orm';
import { visibleAuthor } from '#domains/policy/audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { subjectKey, type ItemType } from '#lib/wire-names.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { subjects } from '#server/subjects.ts';
import type { Changed, Subject } from './live.schema.ts';

const keptHours = 24;
/** Transactions may commit after the time of their rows. */
const marginSeconds = 10;

/** Subjects with the time they were read. */
type Read = Subject & { since: Date };

/**
 * Selects `type`, `id` and `what` of changes by others, if the member may see the subject and the
 * actor.
 */
export function selectMissedChanges(member: Member, readSubjects: Read[]): SQL {
  const rules = subjects().filter(([type]) => readSubjects.some((one) => one.type === type));
  const visible = rules.length
    ? sql.join(
        rules.map(
          ([type, rows]) =>
            sql`(requested.type = ${type} and exists (${rows(member, sql`requested.id`)}))`,
        ),
        sql` or `,
      )
    : sql`false`;
  const column = (of: (one: Read) => string) => sql.param(readSubjects.map(of));
  return sql`
    select requested.type, requested.id::text as id, change.what
    from (
      select type, id, ordinality,
        since::timestamptz - ${marginSeconds} * interval '1 second' as since
      from unnest(
        ${column(({ type }) => type)}::text[], ${column(({ id }) => id)}::bigint[],
        ${column(({ since }) => since.toISOString())}::text[]
      ) with ordinality named (type, id, since, ordinality)
    ) requested
    cross join (values ('reactions'), ('comments')) change (what)
    where (
      requested.since < ${now()} - ${keptHours} * interval '1 hour'
        or exists (
          select from live_changes c
          where c.subject_type = requested.type
            and c.subject_id = requested.id
            and c.kind = change.what
            and c.changed_at >= requested.since
            and c.actor_id <> ${member.id}
            and (c.actor_id = 0 or ${visibleAuthor(member, sql`c.actor_id`)})
        )
    )
      and (${visible})
    order by requested.ordinality`;
}

interface Missed extends Pick<Changed, 'what'>, Record<string, unknown> {
  type: ItemType;
  id: string;
}

/**
 * One statement. Subjects older than the kept changes count as changed if visible; those without a
 * time are skipped.
 */
export async function readMissedChanges(member: Member, subjects: Subject[]): Promise<Changed[]> {
  const readSubjects = subjects.filter((one): one is Read => one.since !== null);
  if (!readSubjects.length) return [];
  const missed = await db.execute<Missed>(selectMissedChanges(member, readSubjects));
  return missed.map(({ type, id, what }) => ({ subject: subjectKey(type, id), what }));
}

export async function pruneChanges(): Promise<void> {
  await db.execute(
    sql`
      delete from live_changes where changed_at <= ${now()} - ${keptHours + 1} * interval '1 hour'`,
  );
}
