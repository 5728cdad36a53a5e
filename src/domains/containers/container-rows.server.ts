import type { SQL } from 'drizzle-orm';
import { validInvitation } from '#domains/containers/invitations/valid-invitation.server.ts';
import { containerTotal } from '#domains/containers/statistics/statistics.server.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import { recordMembersViewed } from '#domains/moderation/moderation-log.server.ts';
import { composedForMembers } from '#domains/policy/audience.server.ts';
import { memberCard } from '#domains/policy/profile-audience.server.ts';
import {
  isMember,
  isModerator,
  type Member,
  type SqlViewer,
  type Viewer,
} from '#domains/policy/viewer.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import {
  belongsTo,
  refusedDays,
  removedDays,
  roles,
  type ContainerState,
  type JoinPolicy,
  type MembershipState,
  type PostPolicy,
  type Role,
  type Visibility,
} from './container-access.rules.ts';
import {
  hasRole,
  inRowOf,
  joinedFacts,
  knownContainer,
  membersReadable,
  postingIn,
  readableContainer,
} from './container-access.server.ts';
import { itemsOf, joinedItem, wallId } from './container-items.server.ts';
import { isBlockedByOwner } from './container-kinds.server.ts';
import { ifAdmitted, isOpenFor, readableParent, shownState } from './container-parents.server.ts';

/** A container of any kind for one viewer; a kind adds its own columns. */
export interface ContainerRow extends Record<string, unknown> {
  id: number;
  title: string;
  avatar: string | null;
  cover: string | null;
  state: ContainerState;
  visibility: Visibility;
  isListed: boolean;
  joinPolicy: JoinPolicy;
  postPolicy: PostPolicy;
  invitePolicy: 'members' | 'staff';
  commentPolicy: 'readers' | 'members' | 'staff';
  photoPolicy: 'members' | 'staff';
  newcomerPosts: number;
  joinQuestions: string[];
  memberCount: number;
  requestCount: number;
  viewCount: number;
  createdAt: string;
  /** Null if the viewer may not see the owner, or there is none. */
  owner: MemberCard | null;
  /** By moderators of the site, who alone open it again. */
  isArchivedBySite: boolean;
  /** In the custody of the site, until somebody takes it over. */
  isOwnerless: boolean;
  /** False: the viewer only knows its front. */
  isReadable: boolean;
  /** The container in which it lies, and whether the viewer reads that; null and true without one. */
  parentType: string | null;
  parentId: number | null;
  isParentReadable: boolean;
  /**
   * While a new one shows its owner what to do next: whether somebody was invited or has joined.
   * Else null.
   */
  setupInvited: boolean | null;
  /** Whether the viewer may read the list of members. */
  isMemberListShown: boolean;
  /** Its item is over, or will not take place. */
  isClosed?: boolean;
  membership: MembershipState;
  role: number;
  canPost: 'now' | 'approval' | null;
  canInvite: boolean;
  /** Staff removed the viewer lately, who comes back by approval only. */
  isRemoved: boolean;
  /** The owner offers it to the viewer. */
  isOffered: boolean;
  /** The member who invited the viewer, while the invitation waits. */
  inviter: MemberCard | null;
  /** An invitation of the viewer waits that lets them in: its sender may still invite them. */
  isInvited: boolean;
  /** Why a request of the viewer was declined, until they may ask again; '' without a reason. */
  refusal: string;
  /** The ban of the viewer, its reason only if the staff chose so; null for none. */
  ban: { until: string | null; reason: string } | null;
  /** When the viewer, whose request was declined, may ask again; null: now. */
  askAgainAt: string | null;
}

/** Names what was read: an item of the container, whose title the row has, or the container. */
export interface NamedItem {
  itemId: number;
}

export type NamedRow = ContainerRow & NamedItem;

/** Joins the viewer's membership `ms` to the container `c`; for a viewer of `inRowOf` the facts, too. */
export const joinedMembership = (viewer: SqlViewer): SQL => sql`
  left join memberships ms on ms.type = c.type
    and ms.id = c.id
    and ms.member_id = ${isMember(viewer) ? viewer.id : 0}
  ${isMember(viewer) && viewer.facts ? joinedFacts(viewer) : sql``}`;

/** The columns that depend on the member; visitors have none of them. */
function memberColumns(viewer: SqlViewer): SQL {
  const c = sql`c`;
  if (!isMember(viewer))
    return sql`
      null as "canPost", false as "canInvite", false as "isRemoved", false as "isOffered",
      null as "setupInvited", false as "hasMore"`;
  return sql`
    ${postingIn(viewer, c)} as "canPost",
    (
      ${isOpenFor(viewer, c)}
      and case c.invite_policy
        when 'members' then ${ifAdmitted(viewer, c, sql`(ms.state = 'member') is true`)}
        else ${ifAdmitted(viewer, c, sql`(ms.state = 'member' and ms.role >= ${roles.moderator}) is true`)}
      end
    ) as "canInvite",
    coalesce(
      ms.removed_at > ${now()} - make_interval(days => ${removedDays}), false
    ) as "isRemoved",
    exists (
      select from ownership_offers offer
      where offer.type = c.type
        and offer.id = c.id
        and offer.recipient_id = ${viewer.id}
        and offer.expires_at > ${now()}
    ) as "isOffered",
    (
      ms.state in ('invited', 'banned')
      or (ms.state = 'none' and ms.refused_at is not null)
    ) is true as "hasMore",
    case
      when c.shows_setup and c.owner_id = ${viewer.id} then c.member_count > 1 or exists (
        select from memberships invited
        where invited.type = c.type
          and invited.id = c.id
          and invited.state = 'invited'
      )
    end as "setupInvited"`;
}

/** A role counts as long as the parent admits the member. */
const shownRole = (viewer: SqlViewer): SQL =>
  isMember(viewer)
    ? sql`case when ${ifAdmitted(viewer, sql`c`, sql`true`)} then coalesce(ms.role, 0) else 0 end`
    : sql`0`;

/** Requests to join, for staff without those whom a block with the owner keeps out. */
const approvableRequests = (viewer: SqlViewer): SQL =>
  isMember(viewer) && viewer.facts?.isOfOwner === false
    ? sql`c.request_count`
    : sql`
  case
    when ms.role > 0 and c.request_count > 0 then c.request_count - (
      select count(*)::int
      from memberships asker
      join members asking on asking.id = asker.member_id and asking.status = 'active'
      where asker.type = c.type
        and asker.id = c.id
        and asker.state = 'requested'
        and ${isBlockedByOwner({ type: sql`c.type`, ownerId: sql`c.owner_id`, parentId: sql`c.parent_id` }, sql`asker.member_id`)}
    )
    else c.request_count
  end`;

/** The front that visitors see names no owner. */
const shownOwner = (viewer: SqlViewer): SQL =>
  isMember(viewer)
    ? sql`c.owner_id`
    : sql`case when ${readableContainer(viewer, sql`c`)} then c.owner_id end`;

/**
 * The columns of a `ContainerRow`, from `containers c` and `joinedMembership`.
 * @param isForReaders a condition: whoever reads its posts reads the list of members too
 * @param title of an item, if the kind has such
 * @param isForMembers a condition: whoever belongs to it reads that list
 */
export const containerColumns = (
  viewer: SqlViewer,
  isForReaders: SQL = sql`true`,
  title: SQL = sql`c.title`,
  isForMembers: SQL = sql`true`,
): SQL => sql`
  c.id, ${title} as title, c.avatar, c.cover, ${shownState(viewer, sql`c`)} as state, c.visibility, c.is_listed as "isListed",
  c.join_policy as "joinPolicy", c.post_policy as "postPolicy", c.invite_policy as "invitePolicy",
  c.comment_policy as "commentPolicy", c.photo_policy as "photoPolicy",
  c.newcomer_posts as "newcomerPosts", c.join_questions as "joinQuestions",
  c.member_count as "memberCount", ${approvableRequests(viewer)} as "requestCount", ${containerTotal(sql`c`, 'views')} as "viewCount",
  c.created_at::text as "createdAt", ${memberCard(viewer, shownOwner(viewer))} as owner,
  c.owner_id is null as "isOwnerless", c.is_archived_by_site as "isArchivedBySite",
  ${readableContainer(viewer, sql`c`)} as "isReadable", c.parent_type as "parentType",
  c.parent_id as "parentId", ${readableParent(viewer, sql`c`)} as "isParentReadable",
  ${membersReadable(viewer, sql`c`, isForReaders, isForMembers)} as "isMemberListShown",
  case
    when ms.state = 'banned' and ms.banned_until <= ${now()} then 'none'
    else coalesce(ms.state, 'none')
  end as membership,
  ${shownRole(viewer)} as role, ${memberColumns(viewer)}`;

/** Columns that few rows have, of those with `hasMore`. */
const selectMore = composedForMembers((viewer, type: SQL, ids: SQL) => {
  const isRefused = sql`
    (
      ms.state in ('none', 'invited')
      and ms.refused_at > ${now()} - make_interval(days => ${refusedDays})
    )`;
  return sql`
    select c.id,
    case when ms.state = 'invited' then ${memberCard(viewer, sql`ms.invited_by`)} end as inviter,
    case
      when ms.state = 'invited' then ${validInvitation(sql`c.invite_policy`)}
      else false
    end as "isInvited",
    case when ${isRefused} then ms.reason else '' end as refusal,
    case when ${isRefused} then (ms.refused_at + make_interval(days => ${refusedDays}))::text end
      as "askAgainAt",
    case
      when ms.state = 'banned' and (ms.banned_until is null or ms.banned_until > ${now()}) then
        json_build_object(
          'until', ms.banned_until::text,
          'reason', case when ms.shows_reason then ms.reason else '' end
        )
    end as ban
    from containers c
    ${joinedMembership(viewer)}
    where c.type = ${type} and c.id = any(${ids}::bigint[])`;
});

const withoutMore = {
  inviter: null,
  isInvited: false,
  refusal: '',
  askAgainAt: null,
  ban: null,
};

/** A row as `containerColumns` selects it, before `completeRows`. */
export type SelectedRow<Row> = {
  [
    Name in keyof Row as string extends Name ? never : Exclude<Name, keyof typeof withoutMore>
  ]: Row[Name];
} & { hasMore: boolean } & Record<string, unknown>;

/**
 * Completes rows with `containerColumns`: what few of them have (an invitation, a ban, a refusal) is
 * read by keys where a row has it, and makes no other statement longer.
 */
export async function completeRows<Row extends ContainerRow>(
  viewer: SqlViewer,
  type: ContainerType,
  rows: Array<Row | SelectedRow<Row>>,
  tx: Tx = db,
): Promise<Row[]> {
  const ids = rows.flatMap(({ id, hasMore }) => (hasMore ? [id] : []));
  const found = ids.length
    ? await tx.execute<Partial<ContainerRow> & { id: number }>(
        selectMore(viewer, type, sql.param(ids)),
      )
    : [];
  const more = new Map(found.map((row) => [row.id, row]));
  return rows.map(({ hasMore: _, ...row }) => ({
    ...row,
    ...withoutMore,
    ...more.get(row.id as number),
  })) as unknown as Row[];
}

/** As `removalRole`, of a row: moderators of the site read the list where they act for the site. */
export const removalRoleOf = (
  row: Pick<ContainerRow, 'isMemberListShown' | 'membership' | 'role'>,
  viewer: Member,
): number => {
  if (isModerator(viewer) && row.isMemberListShown) return roles.owner;
  return row.membership === 'member' ? row.role : -1;
};

/** How a kind selects its rows. */
interface ContainerSource {
  type: ContainerType;
  columns: (viewer: SqlViewer) => SQL;
  from: (viewer: SqlViewer) => SQL;
  /** The least role of those who manage it. */
  staffRole: Role;
}

/** Reads one container of a kind, by its number or that of an item; a wall gives its first item. */
export function containerReader<Row extends ContainerRow>({
  type,
  columns,
  from,
  staffRole,
}: ContainerSource) {
  const selectContainer = composedForMembers((asking, id: SQL) => {
    const viewer = inRowOf(type, asking);
    return sql`
      select ${columns(viewer)}
      from ${from(viewer)}
      where c.type = ${type} and c.id = ${id} and ${knownContainer(viewer, sql`c`)}`;
  });
  const selectItem = composedForMembers((asking, itemId: SQL) => {
    const viewer = inRowOf(type, asking);
    return sql`
      select ${columns(viewer)}, coalesce(i.id, c.id) as "itemId",
        case when i.id is null then c.title else ${itemsOf(type)!.title(sql`i`, sql`c`)} end as "itemTitle"
      from ${from(viewer)} ${joinedItem(type, itemId)}
      where c.type = ${type}
        and c.id = ${wallId(type, itemId)}
        and ${knownContainer(viewer, sql`c`)}
        -- Without an item there is nothing to see for all but its staff.
        and (i.id is not null or ${isMember(viewer) ? hasRole(viewer, sql`c`) : sql`false`})`;
  });
  /** Below its front a closed one is to visitors as one that never was. */
  const refusal = (viewer: Viewer) => (isMember(viewer) ? forbidden() : notFound());
  /** One that the viewer may know of, or not found. Its posts may be hidden (`isReadable`). */
  async function read(viewer: Viewer, itemId: number, tx: Tx = db): Promise<Row & NamedItem> {
    const select = itemsOf(type) ? selectItem : selectContainer;
    const [row] = await completeRows(
      viewer,
      type,
      await tx.execute<Row>(select(viewer, itemId)),
      tx,
    );
    if (!row) throw notFound();
    const { itemTitle = row.title, ...found } = row as Row & {
      itemTitle?: string;
    };
    return { itemId: row.id, ...found, title: itemTitle } as Row & NamedItem;
  }
  return {
    read,
    /** As `read`; forbidden, for visitors not found, if its content is hidden. */
    async readOpen(viewer: Viewer, id: number): Promise<Row & NamedItem> {
      const row = await read(viewer, id);
      if (!row.isReadable) throw refusal(viewer);
      return row;
    },
    /** As `readOpen`, of the list of its members. */
    async readWithMembers(viewer: Viewer, id: number): Promise<Row & NamedItem> {
      const row = await read(viewer, id);
      if (!row.isMemberListShown) throw refusal(viewer);
      // Moderators of the site alone.
      if (!row.isReadable && isMember(viewer))
        await recordMembersViewed(viewer, { type, id: row.id });
      return row;
    },
    /** As `read`, for members with at least that role. */
    async readAsStaff(
      member: Member,
      id: number,
      role: Role = staffRole,
    ): Promise<Row & NamedItem> {
      const row = await read(member, id);
      if (!belongsTo(row, role)) throw forbidden();
      return row;
    },
  };
}
