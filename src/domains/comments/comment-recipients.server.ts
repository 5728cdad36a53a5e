import type { SQL } from 'drizzle-orm';
import { mentionedIn } from '#domains/notifications/mentions.rules.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { SubjectType } from '#domains/reactions/reactions.schema.ts';
import { commentTypeOn } from '#lib/wire-names.ts';
import { sql } from '#server/sql.ts';
import type { Subject } from '#server/subjects.ts';

/** Of those who wrote before, the latest are told. */
const mostEarlier = 200;

/**
 * Who is told of the comment in the CTE `added`: who is mentioned, whom it answers, whose item it
 * is, and who wrote there before (for a reply, in that thread). A name after an @ means a friend or
 * somebody who takes part.
 */
export function deedsOf(
  member: Member,
  { type, id }: Subject,
  { body, answers }: { body: string; answers?: number | undefined },
): SQL {
  const commentType = commentTypeOn(type);
  const names = mentionedIn(body);
  const nearby =
    answers === undefined
      ? sql`
        said.subject_type = ${type}::subject_type
          and said.subject_id = ${id}
          and said.parent_id is null`
      : sql`(said.parent_id = (select id from parent) or said.id = (select id from parent))`;
  const mentioned = sql`
    select m.id, 'mentioned', ${commentType}::text, added.id, 0, '', 0::bigint
    from added, subject s, members m
    where lower(m.username) = any (${sql.param(names)}::text[])
      and m.status = 'active'
      and (
        m.id = any (s.owner_ids)
          or m.id in (select author_id from earlier)
          or exists (
            select from friendships f where f.member_id = ${member.id} and f.friend_id = m.id
          )
      )
    union all`;
  return sql`
    with earlier as materialized (
      select said.author_id
      from comments said
      where ${nearby} and said.id < (select added.id from added)
      order by said.id desc
      limit ${mostEarlier}
    ) ${names.length ? mentioned : sql``}
    select top.author_id, 'replied', ${commentType}::text, top.id, 1, ${commentType}::text, added.id
    from added
    join comments top on top.id = added.parent_id
    union all
    select s.owner_ids[1], 'commented', ${type}::text, s.id, 2, ${commentType}::text, added.id
    from added, subject s
    union all
    select earlier.author_id, 'commented_commented', ${type}::text, ${id}::bigint, 3,
      ${commentType}::text, added.id
    from added, earlier`;
}

/** Members who commented on a subject, for the notifications of reactions to it. */
export const commentersOf = (type: SubjectType, id: SQL): SQL => sql`
  select c.author_id
  from comments c
  where c.subject_type = ${type}::subject_type and c.subject_id = ${id}`;
