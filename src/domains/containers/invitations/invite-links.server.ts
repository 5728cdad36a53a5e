import { randomBytes } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { sha256 } from '#domains/auth/sessions.server.ts';
import { mayModerate, removedDays, roles } from '#domains/containers/container-access.rules.ts';
import { knownContainer, readableContainer } from '#domains/containers/container-access.server.ts';
import { hasItemToCome } from '#domains/containers/container-items.server.ts';
import { containerSummary, isBlockedByOwner } from '#domains/containers/container-kinds.server.ts';
import {
  changeAnyContainer,
  lockMembership,
  type ContainerRef,
} from '#domains/containers/container-lock.server.ts';
import { ifParentOpen } from '#domains/containers/container-parents.server.ts';
import { becomeMember } from '#domains/containers/membership/joining.server.ts';
import {
  checkAttempt,
  checkRules,
  closed,
} from '#domains/containers/membership/memberships.server.ts';
import { changeAsModerator, writeAuditEntry } from '#domains/containers/membership/staff.server.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import { memberCard } from '#domains/policy/profile-audience.server.ts';
import { isMember, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { invalid, notFound } from '#server/errors.ts';
import { isInSafeMode } from '#server/safe-mode.ts';
import { sql } from '#server/sql.ts';

const maxLinks = 20;
const maxDays = 30;

const isValid = () =>
  sql`(l.revoked_at is null and l.expires_at > ${now()} and l.uses_left is distinct from 0)`;

const isCreatorActive = sql`
  exists (select from members m where m.id = l.creator_id and m.status = 'active')`;

/** Whether the creator of the link `l` is there, and neither has blocked the other. */
const isCreatorOpenTo = (member: Member): SQL => sql`
  (
    ${isCreatorActive}
    and not exists (
      select from blocks b
      where (b.blocker_id = l.creator_id and b.blocked_id = ${member.id})
        or (b.blocker_id = ${member.id} and b.blocked_id = l.creator_id)
    )
  )`;

/** Whether nothing keeps the member out of the container `c` of the link `l`. */
const mayUseLink = (member: Member): SQL => {
  const owned = { type: sql`c.type`, ownerId: sql`c.owner_id`, parentId: sql`c.parent_id` };
  return sql`
    (
      ${isCreatorOpenTo(member)}
      and ${ifParentOpen(member, sql`c`, sql`true`)}
      and not ${isBlockedByOwner(owned, sql`${member.id}::bigint`)}
      and not exists (
        select from memberships own
        where own.type = c.type
          and own.id = c.id
          and own.member_id = ${member.id}
          and own.state <> 'member'
          and (
            (own.state = 'banned' and (own.banned_until is null or own.banned_until > ${now()}))
            or own.removed_at > ${now()} - make_interval(days => ${removedDays})
          )
      )
    )`;
};

/**
 * Creates a link by which members join. Only its hash is stored, so it is shown once.
 * @param options.uses null: any number of times
 */
export const createInviteLink = (
  member: Member,
  ref: ContainerRef,
  { uses = null, days = 14 }: { uses?: number | null; days?: number } = {},
): Promise<{ linkId: number; token: string }> =>
  changeAsModerator(member, ref, async ({ tx, container }) => {
    if (days < 1 || days > maxDays)
      throw invalid(`Please choose between 1 and ${maxDays} days.`, 'days');
    if (uses !== null && uses < 1) throw invalid('Please choose at least one use.', 'uses');
    const { type, id } = container;
    const token = randomBytes(32);
    const [created] = await tx.execute<{ linkId: number }>(sql`
      insert into container_invite_links as l (
        token_hash, type, id, creator_id, uses_left, created_at, expires_at
      )
      select ${sha256(token.toString('base64url'))}, ${type}, ${id}, ${member.id}, ${uses}, ${now()},
        ${now()} + make_interval(days => ${days})
      where (
        select count(*)
        from container_invite_links l
        where l.type = ${type}
          and l.id = ${id}
          and ${isValid()}
      ) < ${maxLinks}
      returning link_id as "linkId"`);
    if (!created) throw invalid(`There are already ${maxLinks} links. Please revoke one first.`);
    await writeAuditEntry(tx, container, member.id, { action: 'create_invite_link' });
    return { linkId: Number(created.linkId), token: token.toString('base64url') };
  });

export interface InviteLink extends Record<string, unknown> {
  linkId: number;
  creatorId: number;
  usesLeft: number | null;
  expiresAt: string;
}

/** The links that still let somebody join, for staff. */
export const listInviteLinks = (member: Member, ref: ContainerRef): Promise<InviteLink[]> =>
  changeAsModerator(
    member,
    ref,
    ({ tx, container: { type, id } }) =>
      tx.execute<InviteLink>(sql`
        select l.link_id as "linkId", l.creator_id as "creatorId", l.uses_left as "usesLeft",
          l.expires_at::text as "expiresAt"
        from container_invite_links l
        where l.type = ${type} and l.id = ${id} and ${isValid()}
        order by l.link_id`),
    { whileArchived: true },
  );

/** Ends a link, whoever created it. Not found if it is of another container or has ended. */
export const revokeInviteLink = (
  member: Member,
  ref: ContainerRef,
  linkId: number,
): Promise<void> =>
  changeAsModerator(
    member,
    ref,
    async ({ tx, container }) => {
      const { type, id } = container;
      const revoked = await tx.execute(sql`
        update container_invite_links l
        set revoked_at = ${now()}
        where l.link_id = ${linkId} and l.type = ${type} and l.id = ${id} and ${isValid()}
        returning 1`);
      if (!revoked.length) throw notFound();
      await writeAuditEntry(tx, container, member.id, { action: 'revoke_invite_link' });
    },
    { whileArchived: true },
  );

/** Says why a link leads no further. */
export const overText = (type: string): string =>
  `This ${type} is over or cancelled, so nobody can join any more.`;

interface LinkRow extends Record<string, unknown>, ContainerRef {
  /** Null for visitors who may not know it. */
  title: string | null;
  /** Null for a secret one: its picture is for those who know it. */
  avatar: string | null;
  /** Category and description, and the number of members; '' and null for a secret one. */
  summary: string;
  memberCount: number | null;
  /** The creator of the link; null if the viewer may not see them, or not what the link leads to. */
  inviter: MemberCard | null;
}

export interface LinkedContainer extends LinkRow {
  /** Over or called off: nobody joins any more. */
  isOver: boolean;
}

/**
 * The container that a link leads to; reading it uses nothing up. Not found once it has ended, its
 * creator may not invite any more, one of the two has blocked the other, the member was banned or
 * removed, or a block with the owner keeps the member out.
 */
export async function readInviteLink(viewer: Viewer, token: string): Promise<LinkedContainer> {
  const c = sql`c`;
  const isNamed = isMember(viewer) ? sql`true` : knownContainer(viewer, c);
  const isFront = isMember(viewer)
    ? sql`(c.is_listed or ${readableContainer(viewer, c)})`
    : isNamed;
  const [found] = await db.execute<LinkRow>(sql`
    select c.type, c.id, case when ${isNamed} then c.title end as title,
      case when ${isFront} then c.avatar end as avatar,
      case when ${isFront} then ${containerSummary(c)} else '' end as summary,
      case when ${isFront} then c.member_count end as "memberCount",
      case when ${isNamed} then ${memberCard(viewer, sql`l.creator_id`)} end as inviter
    from container_invite_links l
    join containers c on c.type = l.type and c.id = l.id and c.state = 'open'
    join memberships creator on creator.type = c.type
      and creator.id = c.id
      and creator.member_id = l.creator_id
      and creator.state = 'member'
      and creator.role >= ${roles.moderator}
    where l.token_hash = ${sha256(token)}
      and ${isValid()}
      and ${isMember(viewer) ? mayUseLink(viewer) : isCreatorActive}`);
  if (!found || isInSafeMode()) throw notFound();
  const ref = { type: found.type, id: Number(found.id) };
  return { ...found, ...ref, isOver: !(await hasItemToCome(ref)) };
}

/**
 * Joins by a link, which is an invitation by its creator: it ends with the creator's right to
 * invite, and a block between the two refuses it, as one with the owner may. Being a member already
 * uses nothing up.
 * @param options.type of the container; not found for a link of another kind
 */
export async function joinByLink(
  member: Member,
  token: string,
  options: { type?: string; hasAcceptedRules?: boolean } = {},
): Promise<ContainerRef> {
  const { type, id } = await readInviteLink(member, token);
  if (options.type && type !== options.type) throw notFound();
  await changeAnyContainer(member, { type, id }, async (change) => {
    const { tx, container, membership } = change;
    if (membership?.state === 'member') return;
    await checkAttempt(change, member);
    if (!(await hasItemToCome(container, tx))) throw invalid(overText(type));
    if (membership?.isRemoved) throw closed();
    await checkRules(tx, container, options.hasAcceptedRules ?? false);
    const [used] = await tx.execute<{ creatorId: number }>(sql`
      update container_invite_links l
      set uses_left = l.uses_left - 1
      where l.token_hash = ${sha256(token)}
        and ${isValid()}
        and ${isCreatorOpenTo(member)}
      returning l.creator_id as "creatorId"`);
    const creator = used && (await lockMembership(tx, container, Number(used.creatorId)));
    if (!creator || !mayModerate({ membership: creator })) throw notFound();
    await becomeMember(change, member.id, 'link', { invitedBy: Number(used.creatorId) });
  });
  return { type, id };
}

/** Deletes all links, for a copy of the data. */
export const deleteCopiedLinks = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`delete from container_invite_links`);
};

/** Deletes links a month after they ended. */
export const pruneInviteLinks = async (): Promise<void> => {
  await db.execute(sql`
    delete from container_invite_links
    where least(expires_at, revoked_at) <= ${now()} - interval '30 days'`);
};
