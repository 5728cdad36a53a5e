import type { SQL } from 'drizzle-orm';
import { recordDecision } from '#domains/moderation/moderation-log.server.ts';
import type { ReportedType } from '#domains/moderation/reports.rules.ts';
import { notificationCtes } from '#domains/notifications/create-notification.server.ts';
import { isModerator, type Member, type SqlMember } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import { filesOf, keepSubject, removeSubject } from '#server/subjects.ts';
import type { Queue, ReportedItem } from './queue.schema.ts';
import { reportedView, type ReportedRow } from './queue.views.server.ts';

interface Named {
  type: ReportedType;
  id: number;
}

/** Not found for everybody else: the queue's existence is not disclosed. */
function asModerator(member: Member): void {
  if (!isModerator(member)) throw notFound();
}

const maxReports = 10;

/**
 * The open reports of each item as one row.
 * @param items selects `subject_type`, `subject_id`, in their order
 */
const reportedRows = (items: SQL): SQL => sql`
  with items as materialized (select row_number() over () as position, item.* from (${items}) item)
  select items.subject_type as type, items.subject_id as id, newest.author_id as "authorId",
    author.displayname, newest.content, counted.count, counted.reports
  from items
  cross join lateral (
    select r.author_id, r.content
    from reports r
    where r.status = 'open'
      and r.subject_type = items.subject_type
      and r.subject_id = items.subject_id
    order by r.id desc
    limit 1
  ) newest
  cross join lateral (
    select max(listed.count)::int as count,
      json_agg(
        json_build_object(
          'category', listed.category, 'description', listed.description, 'at', listed.created_at::text,
          'reporter', listed.displayname
        )
        order by listed.id desc
      ) as reports
    from (
      select r.id, r.category, r.description, r.created_at, reporter.displayname, count(*) over ()
      from reports r
      left join members reporter on reporter.id = r.reporter_id
      where r.status = 'open'
        and r.subject_type = items.subject_type
        and r.subject_id = items.subject_id
      order by r.id desc
      limit ${maxReports}
    ) listed
  ) counted
  left join members author on author.id = newest.author_id
  order by items.position`;

/**
 * Open reports, the oldest first. Texts of items that are not public are left out: viewing them is
 * a separate action, which is logged.
 */
export async function listReported(
  member: Member,
  { page, limit }: { page: number; limit: number },
): Promise<Queue> {
  asModerator(member);
  const open = sql`
    select r.subject_type, r.subject_id
    from reports r
    where r.status = 'open'
    group by r.subject_type, r.subject_id`;
  const [[counted], rows] = await Promise.all([
    db.execute<{ total: number }>(sql`select count(*)::int as total from (${open}) item`),
    db.execute<ReportedRow & Record<string, unknown>>(
      reportedRows(sql`${open} order by min(r.id) limit ${limit} offset ${(page - 1) * limit}`),
    ),
  ]);
  return { totalItemCount: counted!.total, response: rows.map((row) => reportedView(row)) };
}

/**
 * Shows the text and files of a reported item. Logged if the item is not public or has files, since
 * viewing it grants access to the files.
 */
export async function viewReported(member: Member, item: Named): Promise<ReportedItem> {
  asModerator(member);
  return db.transaction(async (tx) => {
    const [row] = await tx.execute<ReportedRow & Record<string, unknown>>(
      reportedRows(sql`
        select r.subject_type, r.subject_id
        from reports r
        where r.status = 'open'
          and r.subject_type = ${item.type}
          and r.subject_id = ${item.id}
        limit 1`),
    );
    if (!row) throw notFound();
    const files = await filesOf(tx, item);
    if (!row.content.isPublic || files?.length) await recordDecision(tx, member, 'viewed', item);
    return reportedView(row, { files });
  });
}

/**
 * Reporters are notified of the decision in general words. `settled` is a CTE of the statement
 * below.
 */
const toReporters = (status: 'removed' | 'dismissed'): SQL => sql`
  select m.id, ${`report_${status}`}, 'member', m.id, 1, 'report', settled.id
  from settled
  join members m on m.id = settled.reporter_id and m.status = 'active'`;

/** Once no report is open, the moderators' notifications about reports are obsolete. */
async function withdrawWhenEmpty(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update notifications
    set read_at = ${now()}
    where id in (
      select n.id
      from notifications n
      where n.type = 'report_new'
        and n.read_at is null
        and not exists (select from reports r where r.status = 'open')
      order by n.recipient_id, n.id
      for update)`);
}

/** Number of open items for the moderators' badge; counts no further than a badge shows. */
export function countOpenReports(member: SqlMember): SQL {
  if (!isModerator(member)) return sql`0`;
  return sql`
    (
      select count(*)::int
      from (
        select from reports r
        where r.status = 'open'
        group by r.subject_type, r.subject_id
        limit 1000
      ) item
    )`;
}

/**
 * Settles all open reports of an item. If two moderators decide at once, the second gets "not
 * found".
 */
export async function decideReports(
  member: Member,
  { decision, reason = '', ...item }: Named & { decision: 'dismiss' | 'remove'; reason?: string },
): Promise<void> {
  asModerator(member);
  const status = decision === 'remove' ? 'removed' : 'dismissed';
  await db.transaction(async (tx) => {
    const settled = await tx.execute(sql`
      with settled as (
        update reports
        set status = ${status}, decided_at = ${now()}
        where status = 'open'
          and subject_type = ${item.type}
          and subject_id = ${item.id}
        returning id, reporter_id),
      ${notificationCtes(member, toReporters(status), { isFromSite: true })}
      select id from settled`);
    if (!settled.length) throw notFound();
    await (decision === 'remove' ? removeSubject(tx, item) : keepSubject(tx, item));
    await recordDecision(tx, member, status, item, decision === 'remove' ? reason : '');
    await withdrawWhenEmpty(tx);
  });
  log('info', 'report decided', {
    member: member.id,
    decision: status,
    subject: item.type,
    id: item.id,
  });
}
