import type { SQL } from 'drizzle-orm';
import { answers } from '#domains/containers/answers/answers.rules.ts';
import { readableContainer } from '#domains/containers/container-access.server.ts';
import { isMember, type SqlViewer } from '#domains/policy/viewer.ts';
import { sql } from '#server/sql.ts';
import { isAskedAgain } from './event-rows.server.ts';
import { answerAgain, answerLabels } from './events.rules.ts';

const ownAnswer = (viewer: SqlViewer, i: SQL): SQL =>
  isMember(viewer)
    ? sql`
      (
        select case
            when a.queue_no is not null then 'Waiting'
            ${sql.join(
              answers.map((one) => sql`when a.answer = ${one} then ${answerLabels[one]}`),
              sql` `,
            )}
          end
        from container_answers a
        where a.type = 'event' and a.item_id = ${i}.id and a.member_id = ${viewer.id}
      )`
    : sql`null`;

/** When it starts, of whole days until the last, with its zone for members whose own is another. */
export const startText = (viewer: SqlViewer, i: SQL, day: string): SQL => {
  const timed = sql`to_char(${i}.starts_local, ${sql.raw(`'${day}, FMHH12:MI AM'`)})`;
  const city = sql`replace(regexp_replace(${i}.timezone, '^.*/', ''), '_', ' ')`;
  const zoned = isMember(viewer)
    ? sql`
      ${timed} || case
        when ${i}.timezone <> (select m.timezone from members m where m.id = ${viewer.id})
          then ' (' || ${city} || ')'
        else ''
      end`
    : timed;
  const dayText = sql.raw(`'${day}'`);
  // The end of whole days is the midnight after.
  const days = sql`
    to_char(${i}.starts_local, ${dayText}) || case
      when ${i}.ends_local > ${i}.starts_local + interval '1 day'
        then ' – ' || to_char(${i}.ends_local - interval '1 second', ${dayText})
      else ''
    end`;
  return sql`case when ${i}.is_all_day then ${days} else ${zoned} end`;
};

/** The card of an event on posts: its date, its state if it does not take place, place and own answer. */
export const eventCardText = (viewer: SqlViewer, i: SQL, c: SQL): SQL => sql`
  concat_ws(
    ' · ',
    ${startText(viewer, i, 'FMDy, FMMon FMDD, YYYY')},
    case ${i}.status when 'cancelled' then 'Cancelled' when 'postponed' then 'Postponed' end,
    case when ${readableContainer(viewer, c)} then nullif(${i}.location, '') end,
    ${ownAnswer(viewer, i)},
    case when ${isAskedAgain(viewer, i)} then ${answerAgain}::text end
  )`;
