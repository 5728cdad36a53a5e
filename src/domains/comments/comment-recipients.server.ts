import type { SQL } from 'drizzle-orm';
import { mentionable } from '#domains/mentions/mentionable.server.ts';
import { mentionedIn } from '#domains/mentions/mentions.rules.ts';
import type { SqlMember } from '#domains/policy/viewer.ts';
import type { SubjectType } from '#domains/reactions/reactions.schema.ts';
import { commentTypeOn } from '#lib/wire-names.ts';
import { sql } from '#server/sql.ts';
import { containerRow, type Subject } from '#server/subjects.ts';

/** Only the latest authors in the thread are notified. */
const maxEarlierAuthors = 200;

/**
 * Recipients of the notification about the comment in the CTE `inserted`: mentioned members, the
 * author of the parent comment, the owner of the subject, and earlier authors (for a reply, in that
 * thread).
 */
export function commentRecipients(
  member: SqlMember,
  { type, id }: Subject,
  { body, replyToId }: { body: string; replyToId?: number | undefined },
): SQL {
  const commentType = commentTypeOn(type);
  const names = mentionedIn(body);
  const inSameThread =
    replyToId === undefined
      ? sql`
        c.subject_type = ${type}::subject_type
          and c.subject_id = ${id}
          and c.parent_id is null`
      : sql`(c.parent_id = (select id from parent) or c.id = (select id from parent))`;
  const mentioned = sql`
    select m.id, 'mentioned', ${commentType}::text, inserted.id, 0, '', 0::bigint
    from inserted, subject s, members m
    where lower(m.username) = any (${sql.param(names)}::text[])
      and m.status = 'active'
      and ${mentionable(member, sql`m.id`, {
        container: containerRow(type, sql`${id}::bigint`),
        participants: sql`select unnest(s.owner_ids) union all select author_id from earlier`,
      })}
    union all`;
  const replied = sql`
    select top.author_id, 'replied', ${commentType}::text, top.id, 1, ${commentType}::text,
      inserted.id
    from inserted
    join comments top on top.id = inserted.parent_id
    union all`;
  return sql`
    with earlier as materialized (
      select c.author_id
      from comments c
      where ${inSameThread}
        and c.id < (select inserted.id from inserted)
      order by c.id desc
      limit ${maxEarlierAuthors}
    ) ${names.length ? mentioned : sql``} ${replyToId === undefined ? sql`` : replied}
    select s.owner_ids[1], 'commented', ${type}::text, s.id, 2, ${commentType}::text, inserted.id
    from inserted, subject s
    union all
    select earlier.author_id, 'commented_commented', ${type}::text, ${id}::bigint, 3,
      ${commentType}::text, inserted.id
    from inserted, earlier`;
}

/** Members who commented on a subject, for the notifications of reactions to it. */
export const commenters = (type: SubjectType, id: SQL): SQL => sql`
  select c.author_id
  from comments c
  where c.subject_type = ${type}::subject_type
    and c.subject_id = ${id}`;
