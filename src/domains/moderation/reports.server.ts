import type { SQL } from 'drizzle-orm';
import { notificationCtes } from '#domains/notifications/create-notification.server.ts';
import type { Member, SqlMember } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { invalid, notFound } from '#server/errors.ts';
import { locateReportable } from '#server/located.ts';
import { sql } from '#server/sql.ts';
import { contentRow } from '#server/subjects.ts';
import type { ReportCategory, ReportedType } from './reports.rules.ts';

export interface Report {
  type: ReportedType;
  id: number;
  category: ReportCategory;
  description: string;
}

/**
 * Moderators, except the reporter and the reported author. One unread notification for any number
 * of reports: each report renews it.
 * @param written selects `id` and `author_id` of the reports
 */
const toModerators = (written: SQL, reporterId: number | SQL): SQL => sql`
  select m.id, 'report_new', 'member', m.id, 1, 'report', report.id
  from (${written}) report
  join members m on m.role <> 'member' and m.status = 'active'
  where m.id <> ${reporterId}
    and m.id is distinct from report.author_id`;

/** Never the member who wrote in the name of a page: the moderators read it. */
const toAuthor = sql`case when not reported.content ? 'author' then reported.author_id end`;

/**
 * Reports an item that the member can see to the moderators, with its content at this time. One
 * open report per member and item: a repeated report, or one within a day of the decision, updates
 * the first one and reopens it.
 */
export async function createReport(
  member: Member,
  { type, id, category, description }: Report,
): Promise<void> {
  const rows = await locateReportable(db, member, { type, id });
  const [row] = await db.execute<{ isOwn: boolean }>(sql`
    with subject as materialized (${rows}),
      reported as materialized (
        select s.id, s.owner_ids[1] as author_id, (${contentRow(type, sql`s.id`)}) as content
        from subject s
        where s.owner_ids[1] is distinct from ${member.id}
      ),
      reopened as (
        update reports r
        set category = ${category}, description = ${description}, content = reported.content,
          author_id = ${toAuthor}, status = 'open', decided_at = null
        from reported
        where r.id = (
          select first.id
          from reports first
          where first.reporter_id = ${member.id}
            and first.subject_type = ${type}
            and first.subject_id = reported.id
            and (first.status = 'open' or first.created_at > ${now()} - interval '24 hours')
          order by first.status = 'open' desc, first.id desc
          limit 1
        )
        returning r.id
      ),
      inserted as (
        insert into reports (
          reporter_id, subject_type, subject_id, author_id, category, description, content,
          created_at
        )
        select ${member.id}, ${type}, reported.id, ${toAuthor}, ${category}, ${description},
          reported.content, ${now()}
        from reported
        where not exists (select from reopened)
        on conflict (reporter_id, subject_type, subject_id)
        where status = 'open'
        do update set category = excluded.category, description = excluded.description,
          content = excluded.content
        returning id
      ),
      ${notificationCtes(
        member,
        toModerators(
          sql`
            select written.id, reported.author_id
            from (select id from reopened union all select id from inserted) written, reported`,
          member.id,
        ),
        { isFromSite: true, types: ['report_new'], isOutside: true },
      )}
    select s.owner_ids[1] is not distinct from ${member.id} as "isOwn"
    from subject s`);
  if (!row) throw notFound();
  if (row.isOwn) throw invalid('You cannot report yourself.', 'id');
}

/**
 * Reports an item in the name of the site, in the transaction that holds it back. A repeated call
 * renews the copy of its content.
 */
export async function reportAsSite(
  tx: Tx,
  author: SqlMember,
  { type, id, category, description }: Report,
): Promise<void> {
  const content = contentRow(type, sql`${id}::bigint`);
  await tx.execute(sql`
    with renewed as (
      update reports
      set content = (${content})
      where subject_type = ${type}
        and subject_id = ${id}
        and reporter_id is null
        and status = 'open'
      returning id
    ),
      inserted as (
        insert into reports (
          subject_type, subject_id, author_id, category, description, content, created_at
        )
        select ${type}, ${id}::bigint, ${author.id}::bigint, ${category}, ${description}, (${content}),
          ${now()}
        where not exists (select from renewed)
        returning id, author_id
      ),
      ${notificationCtes(author, toModerators(sql`select id, author_id from inserted`, author.id), {
        isFromSite: true,
        types: ['report_new'],
        isOutside: true,
      })}
    select 1`);
}
