import type { SQL } from 'drizzle-orm';
import { defineActivity } from '#domains/activities/activity.server.ts';
import { knownContainer } from '#domains/containers/container-access.server.ts';
import { namedRows } from '#domains/containers/container-items.server.ts';
import { lockForPost } from '#domains/containers/container-lock.server.ts';
import { setOfOne } from '#domains/lightbox/lightbox-sets.server.ts';
import { readItems } from '#domains/lightbox/lightbox.server.ts';
import {
  notificationCtes,
  type NotifyOptions,
} from '#domains/notifications/create-notification.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { enqueueNewPost } from '#domains/posts/announcements/post-notifications.server.ts';
import { hashtagKeysOf } from '#domains/posts/hashtags.ts';
import { onePost } from '#domains/posts/one-post.server.ts';
import { readPostRows } from '#domains/posts/post-rows.server.ts';
import { maySharePost } from '#domains/posts/posts.rules.ts';
import { checkPostInterval } from '#domains/posts/writing/post-interval.server.ts';
import { resolveTarget, type PostTarget } from '#domains/posts/writing/post-target.server.ts';
import { isContainerType, type ContainerType } from '#lib/container-types.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { forbidden, notFound } from '#server/errors.ts';
import {
  contextTypesOf,
  isContextSeen,
  locate,
  locatedContext,
  locatedRows,
} from '#server/located.ts';
import { sql } from '#server/sql.ts';
import type { Located } from '#server/subjects.ts';
import type { SharedType } from './shared-containers.server.ts';

interface Shareable {
  type: SharedType;
  id: number;
}

async function findPost(tx: Tx, member: Member, id: number): Promise<Shareable> {
  const [row] = await readPostRows(member, onePost(member, id), { withPreview: false, on: tx });
  if (!row) throw notFound();
  // Sharing a share shares its original.
  if (row.sharedType === 'photo' || row.sharedType === 'video')
    return findMedia(tx, member, row.sharedType, row.sharedId!);
  const original = row.sharedId === null ? row : row.shared;
  // The original was deleted or is hidden from the member.
  if (!original) throw notFound();
  if (!maySharePost(member, original)) throw forbidden('This post cannot be shared.');
  return { type: 'post', id: original.id };
}

/** A photo or uploaded video, if its context may be shared. */
async function findMedia(
  tx: Tx,
  member: Member,
  type: 'photo' | 'video',
  id: number,
): Promise<Shareable> {
  const [item] = await readItems(
    member,
    await setOfOne(member, { type, id }, { tx }),
    undefined,
    tx,
  );
  if (!item) throw notFound();
  if (!item.canShare)
    throw forbidden(`This ${type === 'video' ? 'video' : 'photo'} cannot be shared.`);
  return { type, id };
}

/** A container or item that the member knows of. Whoever does not know it does not see it in the share. */
async function findContainer(
  tx: Tx,
  member: Member,
  type: ContainerType,
  id: number,
): Promise<Shareable> {
  const named = namedRows(type);
  const found = await tx.execute(sql`
    select from ${named.from}
    where c.type = ${type}
      and ${named.id} = ${id}
      and c.state in ('open', 'archived')
      and ${knownContainer(member, sql`c`)}`);
  if (!found.length) throw notFound();
  return { type, id };
}

const findItem = (
  tx: Tx,
  member: Member,
  { type, id }: { type: SharedType; id: number },
): Promise<Shareable> => {
  if (type === 'post') return findPost(tx, member, id);
  return isContainerType(type)
    ? findContainer(tx, member, type, id)
    : findMedia(tx, member, type, id);
};

/**
 * Selects the id of the member to whom the item belongs, as comments and reactions have it: in the name
 * of a page, to one of the staff of now. Null for a container.
 */
const ownerOf = (member: Member, item: Located): SQL =>
  isContainerType(item.type)
    ? sql`select null::bigint as id`
    : sql`
        select s.owner_ids[1] as id
        from (${locatedRows(member, item)}) s`;

/** The context of the notification: the post, or the item that the photo is attached to. */
const contextOf = (member: Member, item: Located): NotifyOptions => ({
  context: locatedContext(member, item),
  contextTypes: contextTypesOf(item),
  isSeen: (recipient, { type, id }) => isContextSeen(recipient, item, type, id),
});

/**
 * Shares an item for everyone on the own wall, or where the target says; a share of a share shares
 * the original. With a target `tx` is a transaction. Returns the new post's id.
 */
export async function shareItem(
  tx: Tx,
  member: Member,
  { isPaid = false, ...item }: { type: SharedType; id: number; isPaid?: boolean },
  body: string,
  target?: PostTarget,
): Promise<number> {
  if (target && target.type !== 'member') await lockForPost(tx, target);
  const wall = await resolveTarget(tx, member, target, 'everyone');
  if (wall.needsApproval) throw forbidden('Posts need approval here, so you cannot share here.');
  await checkPostInterval(tx, member, wall);
  const shared = await findItem(tx, member, item);
  const original = await locate(tx, shared);
  const recipients = sql`
    select owner.id, 'shared', ${shared.type}::text, ${shared.id}::bigint, 1, 'post',
      inserted_post.id
    from inserted_post, (${ownerOf(member, original)}) owner
    -- A notification names who shares, which a share in the name of a page does not.
    where ${wall.subjectType === 'member'}
      and owner.id is not null`;
  const [created] = await tx.execute<{ id: number }>(sql`
    with inserted_post as (
      insert into posts (
        author_id, type, subject_type, subject_id, object_type, object_id, body, audience,
        published_at, is_paid, shared_type, shared_id
      )
      values (
        ${member.id}, 'share', ${wall.subjectType}, ${wall.subjectId}, ${wall.type}, ${wall.id},
        ${body}, ${wall.audience}, ${now()}, ${isPaid}, ${shared.type}, ${shared.id}
      )
      returning id
    ),
      subjects as (
        insert into post_hashtags (hashtag, post_id)
        select hashtags.key, inserted_post.id
        from inserted_post, unnest(${sql.param(hashtagKeysOf(body))}::text[]) hashtags (key)
      ),
      ${notificationCtes(member, recipients, { ...contextOf(member, original), types: ['shared'] })}
    select id
    from inserted_post`);
  if (wall.type === 'member' && wall.wall) await notifyWallOwner(tx, member, wall.id, created!.id);
  await enqueueNewPost(tx, wall, { postId: Number(created!.id), actorId: member.id });
  return created!.id;
}

/** The owner of another wall, where the share now stands. */
const notifyWallOwner = (tx: Tx, member: Member, ownerId: number, postId: number) =>
  tx.execute(sql`
    with ${notificationCtes(
      member,
      sql`select ${ownerId}::bigint, 'post_user', 'post', ${postId}::bigint, 1, '', 0::bigint`,
      { context: sql`select 'post', ${postId}::bigint`, contextTypes: ['post'] },
    )}
    select 1`);

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

export const shareKind = defineActivity({
  type: 'share',
  headline: ({ sharedKind = 'post' }) => ({ text: `shared ${withArticle(sharedKind)}` }),
});
