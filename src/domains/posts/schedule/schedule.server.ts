import type { SQL } from 'drizzle-orm';
import { memberCardJson } from '#domains/members/members.server.ts';
import type { Audience } from '#domains/policy/audience.rules.ts';
import { visibleAuthor } from '#domains/policy/audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { otherWallProblem, postProblem } from '#domains/posts/posts.rules.ts';
import { audienceInput } from '#domains/posts/posts.schema.ts';
import { checkDraft, type PostDraft } from '#domains/posts/writing/create-post.server.ts';
import { targetTitle } from '#domains/posts/writing/post-target.server.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { invalid, notFound } from '#server/errors.ts';
import { enqueue } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';
import { publishQueue } from './publish-due.server.ts';
import type { Scheduled } from './schedule.schema.ts';
import { scheduledCreatedView, scheduledView, type ScheduledRow } from './schedule.views.server.ts';
import type { ScheduledList, ScheduledPost } from './scheduled-posts.schema.ts';

const maxScheduled = 100;

const isAhead = (publishAt: SQL): SQL =>
  sql`(${publishAt} > ${now()} and ${publishAt} <= ${now()} + interval '1 year')`;
const notAhead = () =>
  invalid('Please choose a time in the future, at most one year ahead.', 'schedule_time');
const toTimestamp = (time: Date): SQL => sql`${time.toISOString()}::timestamptz`;

/** Whether a post can be scheduled for that time, with a minute to spare for storing it. */
export async function isScheduleAhead(publishAt: Date): Promise<boolean> {
  const [row] = await db.execute<{ isAhead: boolean }>(
    sql`select ${isAhead(sql`${toTimestamp(publishAt)} - interval '1 minute'`)} as "isAhead"`,
  );
  return row!.isAhead;
}

/** Schedules a post with its media. `tx` is a transaction that also enqueues the publishing. */
export async function schedulePost(
  tx: Tx,
  member: Member,
  draft: PostDraft,
  publishAt: Date,
): Promise<Scheduled> {
  const { feeling, target: resolved } = await checkDraft(tx, member, draft);
  const { body, audience, uri, isPaid = false, tagged } = draft;
  const target = resolved.wall ? draft.target : undefined;
  const [row] = await tx.execute<{ id: number | null; publishAt: string; isFull: boolean }>(sql`
    with pending as (
      select count(*) >= ${maxScheduled} as is_full
      from scheduled_posts
      where author_id = ${member.id}
    ),
      inserted as (
        insert into scheduled_posts (
          author_id, body, audience, uri, is_paid, feeling_parent, feeling_child, tagged, target_type,
          target_id, is_in_its_name, publish_at
        )
        select ${member.id}, ${body}, ${audience}, ${uri}, ${isPaid},
          ${feeling?.parent.id ?? null}, ${feeling?.child.id ?? null}, ${sql.param(tagged)}::bigint[],
          ${target?.type ?? null}, ${target?.id ?? null}::bigint,
          ${target ? resolved.subjectType !== 'member' : null}::boolean, ${toTimestamp(publishAt)}
        from pending
        where not is_full
          and ${isAhead(toTimestamp(publishAt))}
        returning id, publish_at
      )
    select inserted.id, inserted.publish_at::text as "publishAt", is_full as "isFull"
    from pending
    left join inserted on true`);
  if (row!.isFull) throw invalid(`You can schedule up to ${maxScheduled} posts.`, 'schedule_time');
  if (row!.id === null) throw notAhead();
  if (draft.media?.length) {
    await tx.execute(sql`
      insert into scheduled_media (schedule_id, position, media_id, title, body)
      select ${row!.id}, sent.position - 1, sent.id, sent.title, sent.body
      from unnest(
        ${sql.param(draft.media.map(({ id }) => id))}::bigint[],
        ${sql.param(draft.media.map(({ title = '' }) => title))}::text[],
        ${sql.param(draft.media.map(({ body: text = '' }) => text))}::text[]
      ) with ordinality sent (id, title, body, position)`);
  }
  await enqueue(tx, publishQueue, {}, { startAfter: publishAt });
  return scheduledCreatedView(row!.id, row!.publishAt);
}

/** Columns of `s`, with the friends who would be tagged if it were published now. */
const columns = (member: Member): SQL => sql`
  (
    select count(*)::int from scheduled_media sm where sm.schedule_id = s.id
  ) as "mediaCount",
  s.id, s.body, s.audience, s.uri, s.is_paid as "isPaid", s.publish_at::text as "publishAt",
  s.refused_at is not null as "isRefused",
  s.feeling_parent as "feelingParent", s.feeling_child as "feelingChild",
  s.target_type as "targetType", s.target_id as "targetId",
  ${targetTitle(member, sql`s.target_type`, sql`s.target_id`)} as "targetTitle",
  (
    select json_agg(
      ${memberCardJson(sql`m`)}
      order by t.position
    )
    from unnest(s.tagged) with ordinality t (id, position)
    join members m on m.id = t.id
    join friendships f on f.member_id = ${member.id} and f.friend_id = t.id
    where s.audience <> 'onlyme'
      and ${visibleAuthor(member, sql`t.id`)}
  ) as tags`;

/** The member's own scheduled posts, the next one first. */
export async function listScheduled(
  member: Member,
  { page, limit }: { page: number; limit: number },
  origin = '',
): Promise<ScheduledList> {
  const own = sql`from scheduled_posts s where s.author_id = ${member.id}`;
  const [[counted], rows] = await Promise.all([
    db.execute<{ total: number }>(sql`select count(*)::int as total ${own}`),
    db.execute<ScheduledRow & Record<string, unknown>>(
      sql`
        select ${columns(member)} ${own}
        order by s.publish_at, s.id
        limit ${limit}
        offset ${(page - 1) * limit}`,
    ),
  ]);
  return {
    totalItemCount: counted!.total,
    response: rows.map((row) => scheduledView(row, origin)),
  };
}

export interface ScheduledChanges {
  body?: string | undefined;
  audience?: Audience | undefined;
  publishAt?: Date | undefined;
}

interface BeforeEdit extends Record<string, unknown> {
  body: string;
  uri: string;
  mediaCount: number;
  /** On the wall of somebody else, or in a container. */
  isElsewhere: boolean;
}

/** Not found if it has been published meanwhile. */
export async function editScheduled(
  member: Member,
  id: number,
  { body, audience, publishAt }: ScheduledChanges,
  origin = '',
): Promise<ScheduledPost> {
  return db.transaction(async (tx) => {
    const [before] = await tx.execute<BeforeEdit>(sql`
      select body, uri, target_type is not null as "isElsewhere",
        (select count(*)::int from scheduled_media where schedule_id = ${id}) as "mediaCount"
      from scheduled_posts
      where id = ${id}
        and author_id = ${member.id}
      for update`);
    if (!before) throw notFound();
    const problem = postProblem({ ...before, body: body ?? before.body });
    if (problem) throw invalid(problem, 'body');
    const refusal = audience && before.isElsewhere && otherWallProblem(audience);
    if (refusal) throw invalid(refusal, audienceInput);
    const [row] = await tx.execute<ScheduledRow & Record<string, unknown>>(sql`
      update scheduled_posts s
      set body = coalesce(${body ?? null}, s.body),
        audience = coalesce(${audience ?? null}, s.audience),
        publish_at = coalesce(${publishAt?.toISOString() ?? null}::timestamptz, s.publish_at),
        refused_at = case when ${publishAt === undefined} then s.refused_at end
      where s.id = ${id}
        and ${publishAt ? isAhead(toTimestamp(publishAt)) : sql`true`}
      returning ${columns(member)}`);
    if (!row) throw notAhead();
    if (publishAt) await enqueue(tx, publishQueue, {}, { startAfter: publishAt });
    return scheduledView(row, origin);
  });
}

export async function cancelScheduled(member: Member, id: number): Promise<void> {
  const deleted = await db.execute(
    sql`
      delete from scheduled_posts
      where id = ${id}
        and author_id = ${member.id}
      returning 1`,
  );
  if (!deleted.length) throw notFound();
}
