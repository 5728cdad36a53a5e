import type { SQL } from 'drizzle-orm';
import type { MemberCard } from '#domains/auth/members.views.server.ts';
import type { Audience } from '#domains/policy/audience.rules.ts';
import { visibleAuthor } from '#domains/policy/audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { postProblem } from '#domains/posts/posts.rules.ts';
import { feelingView, tagView } from '#domains/posts/posts.views.server.ts';
import {
  checkDraft,
  createPost,
  type HungMedia,
  type PostDraft,
} from '#domains/posts/writing/create-post.server.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { invalid, notFound } from '#server/errors.ts';
import { enqueue } from '#server/jobs.ts';
import { errorFields, log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import { toWireTime } from '#server/wire-time.ts';
import type { Scheduled } from './schedule.schema.ts';
import type { ScheduledList, ScheduledPost } from './scheduled-posts.schema.ts';

export const publishQueue = 'publish-scheduled-posts';
const mostWaiting = 100;

const isAhead = (publishAt: SQL): SQL =>
  sql`(${publishAt} > ${now()} and ${publishAt} <= ${now()} + interval '1 year')`;
const notAhead = () =>
  invalid('Please choose a time in the future, at most one year ahead.', 'schedule_time');
const momentOf = (moment: Date): SQL => sql`${moment.toISOString()}::timestamptz`;

/**
 * Whether a post can wait for that time: with a minute to spare for what has to be done before it
 * is kept.
 */
export async function isScheduleAhead(publishAt: Date): Promise<boolean> {
  const [row] = await db.execute<{ isAhead: boolean }>(
    sql`select ${isAhead(sql`${momentOf(publishAt)} - interval '1 minute'`)} as "isAhead"`,
  );
  return row!.isAhead;
}

/**
 * Keeps a post for later, with its photos or video. `tx` is a transaction: the job that publishes
 * it is written with it.
 */
export async function schedulePost(
  tx: Tx,
  member: Member,
  draft: PostDraft,
  publishAt: Date,
): Promise<Scheduled> {
  const feeling = await checkDraft(member, draft);
  const { body, audience, uri, tagged } = draft;
  const [row] = await tx.execute<{ id: number | null; publishAt: string; isFull: boolean }>(sql`
    with waiting as (
      select count(*) >= ${mostWaiting} as is_full
      from scheduled_posts
      where author_id = ${member.id}
    ),
      added as (
        insert into scheduled_posts (
          author_id, body, audience, uri, feeling_parent, feeling_child, tagged, publish_at
        )
        select ${member.id}, ${body}, ${audience}, ${uri}, ${feeling?.parent.id ?? null},
          ${feeling?.child.id ?? null}, ${sql.param(tagged)}::bigint[], ${momentOf(publishAt)}
        from waiting
        where not is_full and ${isAhead(momentOf(publishAt))}
        returning id, publish_at
      )
    select added.id, added.publish_at::text as "publishAt", is_full as "isFull"
    from waiting
    left join added on true`);
  if (row!.isFull)
    throw invalid(`At most ${mostWaiting} posts can wait for their time.`, 'schedule_time');
  if (row!.id === null) throw notAhead();
  if (draft.media?.length) {
    await tx.execute(sql`
      insert into scheduled_media (schedule_id, position, media_id, title, body)
      select ${row!.id}, sent.position - 1, sent.id, sent.title, sent.body
      from unnest(
        ${sql.param(draft.media.map(({ id }) => id))}::bigint[],
        ${sql.param(draft.media.map(({ title = '' }) => title))}::text[],
        ${sql.param(draft.media.map(({ body: said = '' }) => said))}::text[]
      ) with ordinality sent (id, title, body, position)`);
  }
  await enqueue(tx, publishQueue, {}, { startAfter: publishAt });
  return { scheduled: 1, schedule_id: row!.id, publish_date: toWireTime(row!.publishAt) };
}

interface ScheduledRow extends Record<string, unknown> {
  id: number;
  body: string;
  audience: Audience;
  uri: string;
  publishAt: string;
  feelingParent: number | null;
  feelingChild: number | null;
  mediaCount: number;
  tags: MemberCard[] | null;
}

/** Rows of `s`, with those friends who would be tagged if it were published now. */
const columns = (member: Member): SQL => sql`
  (
    select count(*)::int from scheduled_media waiting where waiting.schedule_id = s.id
  ) as "mediaCount",
  s.id, s.body, s.audience, s.uri, s.publish_at::text as "publishAt",
  s.feeling_parent as "feelingParent", s.feeling_child as "feelingChild",
  (
    select json_agg(
      json_build_object(
        'id', m.id, 'displayname', m.displayname, 'username', m.username, 'avatar', m.avatar
      )
      order by t.position
    )
    from unnest(s.tagged) with ordinality t (id, position)
    join members m on m.id = t.id
    join friendships f on f.member_id = ${member.id} and f.friend_id = t.id
    where s.audience <> 'onlyme' and ${visibleAuthor(member, sql`t.id`)}
  ) as tags`;

function scheduledView(row: ScheduledRow, origin: string): ScheduledPost {
  const feeling = feelingView(row);
  return {
    schedule_id: row.id,
    body: row.body,
    publish_date: toWireTime(row.publishAt),
    privacy: row.audience,
    attachment_count: row.mediaCount + (row.uri ? 1 : 0),
    uri: row.uri,
    tags: (row.tags ?? []).map((tagged) => tagView(tagged, origin)),
    params: feeling ? { feelings: feeling } : {},
  };
}

/** The member's own posts for later, the next one first. */
export async function listScheduled(
  member: Member,
  { page, limit }: { page: number; limit: number },
  origin = '',
): Promise<ScheduledList> {
  const own = sql`from scheduled_posts s where s.author_id = ${member.id}`;
  const [[counted], rows] = await Promise.all([
    db.execute<{ total: number }>(sql`select count(*)::int as total ${own}`),
    db.execute<ScheduledRow>(
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

/** Not found also when it has been published meanwhile. */
export async function editScheduled(
  member: Member,
  id: number,
  { body, audience, publishAt }: ScheduledChanges,
  origin = '',
): Promise<ScheduledPost> {
  return db.transaction(async (tx) => {
    const [before] = await tx.execute<{ body: string; uri: string; mediaCount: number }>(sql`
      select body, uri,
        (select count(*)::int from scheduled_media where schedule_id = ${id}) as "mediaCount"
      from scheduled_posts
      where id = ${id} and author_id = ${member.id}
      for update`);
    if (!before) throw notFound();
    const problem = postProblem({ ...before, body: body ?? before.body });
    if (problem) throw invalid(problem, 'body');
    const [row] = await tx.execute<ScheduledRow>(sql`
      update scheduled_posts s
      set body = coalesce(${body ?? null}, s.body),
        audience = coalesce(${audience ?? null}, s.audience),
        publish_at = coalesce(${publishAt?.toISOString() ?? null}::timestamptz, s.publish_at)
      where s.id = ${id} and ${publishAt ? isAhead(momentOf(publishAt)) : sql`true`}
      returning ${columns(member)}`);
    if (!row) throw notAhead();
    if (publishAt) await enqueue(tx, publishQueue, {}, { startAfter: publishAt });
    return scheduledView(row, origin);
  });
}

export async function cancelScheduled(member: Member, id: number): Promise<void> {
  const gone = await db.execute(
    sql`delete from scheduled_posts where id = ${id} and author_id = ${member.id} returning 1`,
  );
  if (!gone.length) throw notFound();
}

interface DueRow extends Record<string, unknown> {
  id: number;
  body: string;
  audience: Audience;
  uri: string;
  tagged: number[] | null;
  media: HungMedia[] | null;
  feelingParent: number | null;
  feelingChild: number | null;
  author: Pick<Member, 'id' | 'displayname' | 'username' | 'avatar' | 'role' | 'timezone'>;
}

/**
 * The next one whose time has come and that no other process is publishing. An author who may not
 * post now keeps theirs waiting.
 */
const nextDue = (passed: number[]): SQL => sql`
  delete from scheduled_posts s
  using members m
  where m.id = s.author_id
    and s.id = (
      select due.id
      from scheduled_posts due
      join members author on author.id = due.author_id and author.status = 'active'
      where due.publish_at <= ${now()} and due.id <> all (${sql.param(passed)}::bigint[])
      order by due.publish_at, due.id
      limit 1
      for update of due skip locked
    )
  returning s.id, s.body, s.audience, s.uri,
    (
      select json_agg(
        json_build_object(
          'id', held.id, 'type', case held.kind when 'video' then 'video' else 'photo' end,
          'title', w.title, 'body', w.body, 'picture', null
        )
        order by w.position
      )
      from scheduled_media w
      join media held on held.id = w.media_id
      where w.schedule_id = s.id
    ) as media,
    array_to_json(s.tagged) as tagged, s.feeling_parent as "feelingParent",
    s.feeling_child as "feelingChild",
    json_build_object(
      'id', m.id, 'displayname', m.displayname, 'username', m.username, 'avatar', m.avatar, 'role',
      m.role, 'timezone', m.timezone
    ) as author`;

/**
 * Publishes what is due, each in a transaction of its own: the row goes and the post comes, or
 * neither.
 */
export async function publishDue(): Promise<void> {
  const failed: number[] = [];
  let problem: unknown;
  for (let isDone = false; !isDone;) {
    let current: number | undefined;
    try {
      isDone = await db.transaction(async (tx) => {
        const [row] = await tx.execute<DueRow>(nextDue(failed));
        if (!row) return true;
        current = row.id;
        const { body, audience, uri, tagged, media, feelingParent, feelingChild } = row;
        const feeling =
          feelingParent === null || feelingChild === null
            ? undefined
            : { parent: feelingParent, child: feelingChild };
        // Nobody's session: the author does not act now.
        await createPost(
          tx,
          { kind: 'member', sessionId: 0, ...row.author },
          { body, audience, uri, tagged: tagged ?? [], feeling, media: media ?? [] },
        );
        return false;
      });
    } catch (error) {
      if (current === undefined) throw error;
      log('warn', 'scheduled post', { schedule: current, ...errorFields(error) });
      failed.push(current);
      problem = error;
    }
  }
  // One that cannot be published does not hold up the others, and is tried again.
  if (problem) throw problem;
}
