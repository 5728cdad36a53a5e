import type { SQL } from 'drizzle-orm';
import { mayModerate } from '#domains/containers/container-access.rules.ts';
import { hasRole, knownContainer } from '#domains/containers/container-access.server.ts';
import {
  changeContainer,
  lockForPost,
  lockMembership,
  type Change,
  type ContainerRef,
} from '#domains/containers/container-lock.server.ts';
import { checkNotArchived, writeAuditEntry } from '#domains/containers/membership/staff.server.ts';
import { pictureJson } from '#domains/media/picture-json.server.ts';
import { memberCardJson } from '#domains/members/members.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { toPostId, type FeedItem } from '#domains/posts/feed-item.schema.ts';
import { postProblem } from '#domains/posts/posts.rules.ts';
import {
  checkDraft,
  createPost,
  type PostDraft,
} from '#domains/posts/writing/create-post.server.ts';
import { checkPostInterval } from '#domains/posts/writing/post-interval.server.ts';
import {
  absentAuthor,
  waitingColumns,
  waitingContent,
  type WaitingPost,
} from '#domains/posts/writing/waiting-post.server.ts';
import type { WallType } from '#lib/container-types.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { notifyOfApproval, notifyOfPending, notifyOfRefusal } from './pending-notices.server.ts';
import type { PendingCreated, PendingList } from './pending-posts.schema.ts';
import { pendingCreatedView, pendingView, type PendingRow } from './pending-posts.views.server.ts';
import { maxPending } from './pending.rules.ts';

/**
 * Writes the post, or lets it wait where posts of the member need approval. With a target other than
 * a member's wall `tx` is a transaction.
 */
export async function createOrPend(
  tx: Tx,
  member: Member,
  draft: PostDraft,
  origin = '',
): Promise<FeedItem | PendingCreated> {
  if (!draft.target || draft.target.type === 'member') return createPost(tx, member, draft, origin);
  await lockForPost(tx, draft.target);
  const { feeling, target } = await checkDraft(tx, member, draft);
  if (!draft.isScheduled) await checkPostInterval(tx, member, target);
  if (!target.needsApproval) return createPost(tx, member, draft, origin, target);
  const { body, uri, isPaid = false, tagged, media = [] } = draft;
  const [row] = await tx.execute<{ id: number }>(sql`
    insert into pending_posts (
      author_id, target_type, target_id, body, uri, is_paid, feeling_parent, feeling_child, tagged,
      created_at
    )
    select ${member.id}, ${target.type}, ${target.id}, ${body}, ${uri}, ${isPaid},
      ${feeling?.parent.id ?? null}, ${feeling?.child.id ?? null}, ${sql.param(tagged)}::bigint[], ${now()}
    where ${draft.isScheduled === true} or (
      select count(*) < ${maxPending}
      from pending_posts p
      where p.target_type = ${target.type}
        and p.target_id = ${target.id}
        and p.author_id = ${member.id}
    )
    returning id`);
  if (!row) throw invalid(`Up to ${maxPending} of your posts can wait for approval here.`, 'body');
  const id = Number(row.id);
  if (media.length)
    await tx.execute(sql`
      insert into pending_media (pending_id, position, media_id, title, body)
      select ${id}, sent.position - 1, sent.id, sent.title, sent.body
      from unnest(
        ${sql.param(media.map((one) => one.id))}::bigint[],
        ${sql.param(media.map(({ title = '' }) => title))}::text[],
        ${sql.param(media.map(({ body: text = '' }) => text))}::text[]
      ) with ordinality sent (id, title, body, position)`);
  await notifyOfPending(tx, member, target, id);
  return pendingCreatedView(id);
}

/** Oldest first: all for the staff, for others their own. Not found for a hidden container. */
export async function listPendingPosts(
  member: Member,
  { type, id }: ContainerRef,
  { page, limit }: { page: number; limit: number },
  origin = '',
): Promise<PendingList> {
  const c = sql`c`;
  const listed = (columns: SQL) => sql`
    select ${columns}
    from pending_posts p
    join members m on m.id = p.author_id and m.status = 'active'
    join containers c on c.type = p.target_type and c.id = p.target_id
    where p.target_type = ${type}
      and p.target_id = ${id}
      and (p.author_id = ${member.id} or ${hasRole(member, c)})`;
  const [[counted], rows] = await Promise.all([
    db.execute<{ isFound: boolean; total: number }>(sql`
      select exists (
        select from containers c
        where c.type = ${type}
          and c.id = ${id}
          and ${knownContainer(member, c)}
      ) as "isFound",
        (${listed(sql`count(*)::int`)}) as total`),
    db.execute<PendingRow & Record<string, unknown>>(sql`
      ${listed(sql`
        p.id, p.target_type as type, p.target_id as "targetId", p.body, p.uri,
        p.version, p.created_at::text as "createdAt",
        ${memberCardJson(sql`m`)} as author,
        (
          select json_agg(
            json_build_object('kind', md.kind, 'picture', ${pictureJson(sql`md`)})
            order by pm.position
          )
          from pending_media pm
          join media md on md.id = pm.media_id
          where pm.pending_id = p.id
        ) as media`)}
      order by p.id
      limit ${limit}
      offset ${(page - 1) * limit}`),
  ]);
  if (!counted!.isFound) throw notFound();
  return { totalItemCount: counted!.total, response: rows.map((row) => pendingView(row, origin)) };
}

/** How many of the posts that wait there the member sees: all as staff, else their own. */
export async function countPendingPosts(
  member: Member,
  { type, id }: ContainerRef,
): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int
    from pending_posts p
    join members m on m.id = p.author_id and m.status = 'active'
    join containers c on c.type = p.target_type and c.id = p.target_id
    where p.target_type = ${type}
      and p.target_id = ${id}
      and (p.author_id = ${member.id} or ${hasRole(member, sql`c`)})`);
  return row!.count;
}

/**
 * A change of a waiting post by staff, under the container's lock. Not found for everybody else:
 * the post exists for its author and the staff only.
 */
async function changeAsStaff<Result>(
  member: Member,
  id: number,
  work: (change: Change, authorId: number) => Promise<Result>,
): Promise<Result> {
  const [row] = await db.execute<ContainerRef & { authorId: number } & Record<string, unknown>>(sql`
    select target_type as type, target_id as id, author_id as "authorId"
    from pending_posts
    where id = ${id}`);
  if (!row) throw notFound();
  const ref = { type: row.type, id: Number(row.id) };
  const authorId = Number(row.authorId);
  return changeContainer(
    member,
    ref,
    (change) => {
      if (!mayModerate(change.relation)) throw notFound();
      checkNotArchived(change.container);
      return work(change, authorId);
    },
    [authorId],
  );
}

interface TakenRow extends WaitingPost {
  version: number;
  title: string;
  avatar: string | null;
}

/** Deletes the row and returns it; undefined if somebody else has decided meanwhile. */
const takePending = (id: number): SQL => sql`
  delete from pending_posts p
  using members m, containers c
  where p.id = ${id}
    and m.id = p.author_id
    and c.type = p.target_type
    and c.id = p.target_id
  returning p.version, ${waitingColumns('pending', sql`p`, sql`m`)}, c.title, c.avatar`;

/**
 * Publishes a waiting post; its time is that of the approval. Not found if it was decided already,
 * refused if its author does not belong to the container any more, or has changed the text since.
 * @param version of the text that the member has read
 */
export const approvePendingPost = (
  member: Member,
  id: number,
  version: number,
  origin = '',
): Promise<FeedItem> =>
  changeAsStaff(member, id, async ({ tx, container }, authorId) => {
    const [row] = await tx.execute<TakenRow>(takePending(id));
    if (!row) throw notFound();
    if (row.version !== version)
      throw invalid('The author has changed this post. Please read it again.', 'version');
    const [author, active] = [
      await lockMembership(tx, container, authorId),
      await tx.execute(sql`
        select from members
        where id = ${authorId}
          and status = 'active'`),
    ];
    if (author?.state !== 'member' || !active.length || container.state !== 'open')
      throw forbidden('This can no longer be published.');
    const { title, avatar } = row;
    await writeAuditEntry(tx, container, member.id, {
      action: 'approve_post',
      targetId: authorId,
    });
    const published = await createPost(
      tx,
      absentAuthor(row),
      { ...waitingContent(row), audience: 'everyone' },
      origin,
      {
        type: container.type as WallType,
        id: container.id,
        subjectType: 'member',
        subjectId: authorId,
        audience: 'container',
        wall: { title, avatar },
        isModerated: false,
        isPublic: [container, container.parent ?? container].every(
          ({ visibility }) => visibility === 'everyone',
        ),
        needsApproval: false,
        postInterval: 0,
      },
    );
    await notifyOfApproval(tx, authorId, toPostId(published), id);
    return published;
  });

/** Deletes a waiting post. Not found if it was decided already. */
export const rejectPendingPost = (member: Member, id: number): Promise<void> =>
  changeAsStaff(member, id, async ({ tx, container }, authorId) => {
    const deleted = await tx.execute(sql`delete from pending_posts where id = ${id} returning 1`);
    if (!deleted.length) throw notFound();
    await writeAuditEntry(tx, container, member.id, { action: 'reject_post', targetId: authorId });
    await notifyOfRefusal(tx, authorId, container, id);
  });

/** Changes the text of an own waiting post. */
export const editPendingPost = (member: Member, id: number, body: string): Promise<void> =>
  db.transaction(async (tx) => {
    const [row] = await tx.execute<{ uri: string; mediaCount: number }>(sql`
      select uri,
        (select count(*)::int from pending_media where pending_id = ${id}) as "mediaCount"
      from pending_posts
      where id = ${id}
        and author_id = ${member.id}
      for update`);
    if (!row) throw notFound();
    const problem = postProblem({ ...row, body });
    if (problem) throw invalid(problem, 'body');
    await tx.execute(sql`
      update pending_posts
      set body = ${body}, version = version + 1
      where id = ${id}
        and body <> ${body}`);
  });

/** Deletes an own waiting post. */
export async function deletePendingPost(member: Member, id: number): Promise<void> {
  const deleted = await db.execute(
    sql`
      delete from pending_posts
      where id = ${id}
        and author_id = ${member.id}
      returning 1`,
  );
  if (!deleted.length) throw notFound();
}
