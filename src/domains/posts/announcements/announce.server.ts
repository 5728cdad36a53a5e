import { notifyLevels } from '#domains/containers/container-access.rules.ts';
import { findContainerKind } from '#domains/containers/container-kinds.server.ts';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { changeAsModerator, writeAuditEntry } from '#domains/containers/membership/staff.server.ts';
import { joinPreferences } from '#domains/notifications/notification-preferences.server.ts';
import { visibleAuthor } from '#domains/policy/audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { onePost } from '#domains/posts/one-post.server.ts';
import { relativeTime } from '#lib/dates.ts';
import { databaseNow, now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { enqueueNotifications } from './post-notifications.server.ts';

const action = 'announce_post';

interface Announcement {
  /** Members who would be notified: as post-notifications.server.ts finds them. */
  memberCount: number;
  /** Why the post cannot be announced now; null if it can. */
  problem: string | null;
}

interface FoundRow extends Record<string, unknown> {
  memberCount: number;
  isAnnounced: boolean;
  nextAt: string | null;
}

type FoundContainer = Awaited<ReturnType<typeof findContainer>>;

async function findAnnouncement(
  tx: Tx,
  member: Member,
  { ref: { type, id }, type: notice }: FoundContainer,
  postId: number,
): Promise<Announcement> {
  const [row] = await tx.execute<FoundRow>(sql`
    select (
        select count(*)::int
        from (
          select ms.member_id as recipient_id, ${notice}::text as type,
            'post' as context_type, ${postId}::bigint as context_id
          from memberships ms
          where ms.type = ${type}
            and ms.id = ${id}
            and ms.state = 'member'
            and ms.notify >= ${notifyLevels.highlights}
            and ms.member_id <> ${member.id}
        ) candidate ${joinPreferences(
          sql`candidate`,
          { types: [notice], contextTypes: ['post'] },
          visibleAuthor(member, sql`recipient.id`, sql`recipient.status`),
        )}
      ) as "memberCount",
      coalesce(bool_or((entry.details ->> 'postId')::bigint = ${postId}), false) as "isAnnounced",
      (max(entry.created_at) filter (where entry.created_at > ${now()} - interval '1 day')
        + interval '1 day')::text as "nextAt"
    from container_audit_log entry
    where entry.type = ${type}
      and entry.id = ${id}
      and entry.action = ${action}`);
  const { memberCount, isAnnounced, nextAt } = row!;
  const problemOf = () => {
    if (isAnnounced) return 'This post has already been announced.';
    if (memberCount === 0) return 'There is nobody to notify.';
    if (nextAt === null) return null;
    const next = relativeTime(new Date(nextAt), databaseNow());
    return `You can announce one post a day. Next time: ${next}.`;
  };
  return { memberCount, problem: problemOf() };
}

/** The container of a post that the member may read, and the type of its announcements. */
async function findContainer(member: Member, postId: number) {
  const [post] = await db.execute<
    ContainerRef & { isWritten: boolean } & Record<string, unknown>
  >(sql`
    select posts.object_type as type, posts.object_id as id, posts.item_id is null as "isWritten"
    from (${onePost(member, postId)}) posts`);
  if (!post) throw notFound();
  const type = findContainerKind(post.type)?.notificationTypes?.announcement;
  if (!type || !post.isWritten) throw forbidden();
  return { ref: { type: post.type, id: Number(post.id) }, type };
}

/** Whether the member, as staff, may announce the post, and to how many. */
export async function readAnnouncement(member: Member, postId: number): Promise<Announcement> {
  const found = await findContainer(member, postId);
  return changeAsModerator(member, found.ref, ({ tx }) =>
    findAnnouncement(tx, member, found, postId),
  );
}

/**
 * Notifies all members of the container of a post, as staff: each post once, and one post a day.
 * Returns how many; the notices are written by a job.
 */
export async function announcePost(member: Member, postId: number): Promise<number> {
  const target = await findContainer(member, postId);
  const { ref, type } = target;
  return changeAsModerator(member, ref, async ({ tx, container }) => {
    if (container.state !== 'open') throw forbidden('This is archived.');
    const found = await tx.execute(sql`
      select from posts p
      where p.id = ${postId}
        and p.object_type = ${ref.type}
        and p.object_id = ${ref.id}
      for key share`);
    if (!found.length) throw notFound();
    const { memberCount, problem } = await findAnnouncement(tx, member, target, postId);
    if (problem) throw invalid(problem);
    await enqueueNotifications(tx, {
      postId,
      actorId: member.id,
      type,
      level: notifyLevels.highlights,
    });
    await writeAuditEntry(tx, container, member.id, { action, details: { postId } });
    return memberCount;
  });
}
