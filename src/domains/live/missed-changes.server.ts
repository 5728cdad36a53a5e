import { sql, type SQL } from 'drizzle-orm';
import { visibleAuthor } from '#domains/policy/audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { subjectKey, type ItemType } from '#lib/wire-names.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { subjects } from '#server/subjects.ts';
import type { Changed, Subject } from './live.schema.ts';

const keptHours = 24;
/** What was written before that moment may have been committed after it. */
const marginSeconds = 10;

/** Subjects that were read at a moment. */
type Read = Subject & { since: Date };

/**
 * Selects `type`, `id` and `what` of all that others have changed of these, as far as the member may
 * see the subject and whoever changed it.
 */
export function selectMissedChanges(member: Member, read: Read[]): SQL {
  const rules = subjects().filter(([type]) => read.some((one) => one.type === type));
  const seen = rules.length
    ? sql.join(
        rules.map(
          ([type, rows]) => sql`(asked.type = ${type} and exists (${rows(member, sql`asked.id`)}))`,
        ),
        sql` or `,
      )
    : sql`false`;
  const column = (of: (one: Read) => string) => sql.param(read.map(of));
  return sql`
    select asked.type, asked.id::text as id, told.what
    from (
      select type, id, place, moment::timestamptz - ${marginSeconds} * interval '1 second' as moment
      from unnest(
        ${column(({ type }) => type)}::text[], ${column(({ id }) => id)}::bigint[],
        ${column(({ since }) => since.toISOString())}::text[]
      ) with ordinality named (type, id, moment, place)
    ) asked
    cross join (values ('reactions'), ('comments')) told (what)
    where (
      asked.moment < ${now()} - ${keptHours} * interval '1 hour'
        or exists (
          select from live_changes c
          where c.subject_type = asked.type
            and c.subject_id = asked.id
            and c.kind = told.what
            and c.changed_at >= asked.moment
            and c.actor_id <> ${member.id}
            and (c.actor_id = 0 or ${visibleAuthor(member, sql`c.actor_id`)})
        )
    )
      and (${seen})
    order by asked.place`;
}

interface Missed extends Pick<Changed, 'what'>, Record<string, unknown> {
  type: ItemType;
  id: string;
}

/**
 * One statement. Of what is too long ago to be known, all that the member may see; those that were
 * named without a moment are not asked for.
 */
export async function readMissedChanges(member: Member, subjects: Subject[]): Promise<Changed[]> {
  const read = subjects.filter((one): one is Read => one.since !== null);
  if (!read.length) return [];
  const missed = await db.execute<Missed>(selectMissedChanges(member, read));
  return missed.map(({ type, id, what }) => ({ subject: subjectKey(type, id), what }));
}

export async function sweepChanges(): Promise<void> {
  await db.execute(
    sql`
      delete from live_changes where changed_at <= ${now()} - ${keptHours + 1} * interval '1 hour'`,
  );
}
