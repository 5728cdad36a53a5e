import type { SQL } from 'drizzle-orm';
import { findContainerKind } from '#domains/containers/container-kinds.server.ts';
import type { Audience } from '#domains/policy/audience.rules.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { LockedPost } from '#domains/posts/post-lock.server.ts';
import type { WallCard } from '#domains/posts/post-rows.server.ts';
import {
  otherWallProblem,
  type PostAudience,
  type PostSubject,
} from '#domains/posts/posts.rules.ts';
import { audienceInput } from '#domains/posts/posts.schema.ts';
import type { WallType } from '#lib/container-types.ts';
import type { Tx } from '#server/db.ts';
import { entriesOf } from '#server/domain.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

/** The wall or container for a post, as the client names it. */
export interface PostTarget {
  type: WallType;
  id: number;
  /** In the name of the page; for staff the default on pages. */
  isInItsName?: boolean | undefined;
}

/** The wall or container of a new post, checked for the member who writes it. */
export interface ResolvedTarget {
  type: WallType;
  id: number;
  subjectType: PostSubject;
  subjectId: number;
  audience: PostAudience;
  /** Null on the own wall. */
  wall: WallCard | null;
  isModerated: boolean;
  /** Whether visitors could read the post. */
  isPublic: boolean;
  /** Posts of the member wait there for the staff. */
  needsApproval: boolean;
  /** Seconds between two posts of a member, unless they are staff; 0 for none. */
  postInterval: number;
}

interface TargetRow extends WallCard, Record<string, unknown> {
  isVisible: boolean;
  posting: 'now' | 'approval' | null;
  isModerated: boolean;
  isPublic: boolean;
  postInterval: number;
}

/** Selects the title of the wall or container; null if the member may not know it. */
export const targetTitle = (member: Member, type: SQL, id: SQL): SQL => sql`
  case ${type}
    ${sql.join(
      [...entriesOf('containerKinds')].map(
        ([name, kind]) => sql`
          when ${name} then (
            select card.title
            from (${kind.cards}) card
            where card.id = ${id}
              and ${kind.known(member, sql`card.id`)}
          )`,
      ),
      sql` `,
    )}
  end`;

/** Checks that the member may post there; the own wall if no target is given. */
export async function resolveTarget(
  tx: Tx,
  member: Member,
  target: PostTarget | undefined,
  audience: Audience,
): Promise<ResolvedTarget> {
  const own = { subjectType: 'member', subjectId: member.id, audience } as const;
  if (!target || (target.type === 'member' && target.id === member.id))
    return {
      ...own,
      type: 'member',
      id: member.id,
      wall: null,
      isModerated: true,
      isPublic: audience === 'everyone',
      needsApproval: false,
      postInterval: 0,
    };
  const { type, id } = target;
  const kind = findContainerKind(type);
  if (!kind) throw notFound();
  const [row] = await tx.execute<TargetRow>(sql`
    select card.title, card.avatar, coalesce(${kind.known(member, sql`card.id`)}, false) as "isVisible",
      ${kind.posting(member, sql`card.id`)} as posting,
      coalesce(${kind.moderated(member, sql`card.id`)}, false) as "isModerated",
      coalesce(${kind.isPublic(sql`card.id`)}, false) as "isPublic",
      ${kind.postInterval?.(sql`card.id`) ?? sql`0`} as "postInterval"
    from (${kind.cards}) card
    where card.id = ${id}`);
  if (!row?.isVisible) throw notFound();
  if (row.posting === null) throw forbidden('You cannot post here.');
  const problem = otherWallProblem(audience);
  if (problem) throw invalid(problem, audienceInput);
  const { title, avatar, isModerated, postInterval } = row;
  // A container decides for all of its posts.
  const isPublic = row.isPublic && (type !== 'member' || audience === 'everyone');
  const needsApproval = row.posting === 'approval';
  const wall = { title, avatar };
  const found = { type, id, wall, isModerated, isPublic, needsApproval, postInterval };
  if (type === 'member') return { ...found, ...own };
  // Never in the own name instead: that would publish who writes for the page.
  if (target.isInItsName && !isModerated) throw forbidden('You can no longer post in its name.');
  const isInItsName = isModerated && (target.isInItsName ?? kind.speaksForItself);
  return {
    ...found,
    audience: 'container',
    subjectType: isInItsName ? type : 'member',
    subjectId: isInItsName ? id : member.id,
  };
}

/**
 * Forbidden where the member could not post now: after a ban, in an archive, and on the wall of a
 * member who no longer lets them. For a locked post, so that nothing of this begins in its container
 * before the change is committed.
 */
export async function checkWritable(
  tx: Tx,
  member: Member,
  { objectType, objectId }: LockedPost,
): Promise<{ needsApproval: boolean }> {
  const posting = findContainerKind(objectType)?.posting(member, sql`${objectId}::bigint`);
  const [row] = await tx.execute<{ posting: string | null }>(
    sql`select ${posting ?? sql`null`} as posting`,
  );
  if (row!.posting === null) throw forbidden('You can no longer post here.');
  return { needsApproval: row!.posting === 'approval' };
}

/** As `checkWritable`; what was approved also stays as it was approved. */
export async function checkRewriting(tx: Tx, member: Member, post: LockedPost): Promise<void> {
  const { needsApproval } = await checkWritable(tx, member, post);
  if (needsApproval)
    throw forbidden('Posts wait for approval here: delete this one and write another.');
}
