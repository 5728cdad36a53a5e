import type { SQL } from 'drizzle-orm';
import { belongsTo, type Role } from '#domains/containers/container-access.rules.ts';
import { isBanInForce } from '#domains/containers/container-access.server.ts';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import {
  removalRoleOf,
  type ContainerRow,
  type NamedItem,
} from '#domains/containers/container-rows.server.ts';
import type { JoinAnswer } from '#domains/containers/membership/join-questions.rules.ts';
import {
  countUpToLimit,
  readMemberPage,
  seenMembers,
  type MemberPage,
} from '#domains/containers/membership/member-page.server.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import { nameMatches } from '#domains/members/name-search.server.ts';
import { avatarFor, visibleCard } from '#domains/policy/profile-audience.server.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { forbidden } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

/** Lists of people of a container; all but the members are for its staff. */
export type PeopleKind = 'members' | 'requests' | 'invitations' | 'bans';

/** A member of a container, or somebody who asks, is invited or banned. */
export interface PersonRow extends MemberCard, Record<string, unknown> {
  role: number;
  title: string;
  /** The time of joining; in the other lists of the request, invitation or ban. */
  since: string;
  answers: JoinAnswer[] | null;
  /** The reason of a ban, '' without one. */
  reason: string;
  bannedUntil: string | null;
}

/** Somebody in such a list. */
export interface ListedMember extends PersonRow {
  /** The viewer may remove and ban them, or end their ban. */
  isRemovable: boolean;
}

export interface PeopleQuery {
  kind?: PeopleKind;
  search?: string;
  /** A name of a role, '' for all. */
  role?: string;
  page?: number;
  limit?: number;
}

export interface PeopleList<
  Row extends ContainerRow = ContainerRow,
  Person extends ListedMember = ListedMember,
> extends MemberPage<Person> {
  row: Row & NamedItem;
  /** Whether the viewer may remove and ban members at all. */
  mayRemove: boolean;
  /** They may as moderators of the site, not as its staff. */
  isOfSite: boolean;
}

interface PeopleSource<Row extends ContainerRow> {
  type: string;
  read: (viewer: Viewer, itemId: number) => Promise<Row & NamedItem>;
  readWithMembers: (viewer: Viewer, itemId: number) => Promise<Row & NamedItem>;
  /** The least role of those who read requests and invitations. */
  staffRole: Role;
  /** The least role of those who remove and ban. */
  removalRole: Role;
  /** The least and the greatest role of a name. */
  roleNames: Record<string, readonly [number, number]>;
  /** Further columns of a kind. */
  columns?: SQL;
}

interface ListKind {
  condition: SQL;
  /** In the order of an index. */
  order: SQL;
  since: SQL;
}

const listKinds = (): Record<PeopleKind, ListKind> => ({
  members: {
    condition: sql`ms.state = 'member'`,
    order: sql`ms.joined_at, ms.member_id`,
    since: sql`ms.joined_at`,
  },
  requests: {
    condition: sql`ms.state = 'requested'`,
    order: sql`ms.requested_at, ms.member_id`,
    since: sql`ms.requested_at`,
  },
  invitations: {
    condition: sql`ms.state = 'invited'`,
    order: sql`ms.requested_at, ms.member_id`,
    since: sql`ms.requested_at`,
  },
  bans: {
    condition: isBanInForce(),
    order: sql`ms.member_id`,
    since: sql`ms.removed_at`,
  },
});

// With `role > 0` written out, an index has the staff alone.
const hasRoleBetween = ([least, greatest]: readonly [number, number]): SQL =>
  greatest > 0
    ? sql`and ms.role > 0 and ms.role between ${least} and ${greatest}`
    : sql`and ms.role = ${least}`;

/** The columns of a `PersonRow`. */
export const memberColumns = (viewer: Viewer, since: SQL = sql`ms.joined_at`): SQL => sql`
  m.id, m.displayname, m.username, ${avatarFor(viewer, sql`m`)} as avatar, ms.role, ms.title,
  coalesce(${since}, ${now()})::text as since, ms.answers, ms.reason,
  ms.banned_until::text as "bannedUntil"`;

/**
 * The number of members with a role from none to all, without reading each of them, or undefined.
 * Visitors see public profiles only.
 */
function memberTotal(
  viewer: Viewer,
  { type, id }: ContainerRef,
  { memberCount, role, conditions }: { memberCount: number; role: string; conditions: SQL },
): SQL | undefined {
  if (role !== '' && role !== 'member') return undefined;
  if (!isMember(viewer)) return countUpToLimit(conditions);
  const all = seenMembers(viewer, { type, id }, memberCount);
  if (!role) return all;
  return sql`
    (
      ${all} - (
        select count(*)::int
        from memberships ms
        join members m on m.id = ms.member_id
        where ms.type = ${type}
          and ms.id = ${id}
          and ms.state = 'member'
          and ms.role > 0
          and ${visibleCard(viewer, sql`m.id`, sql`m.status`)}
      )
    )`;
}

/** Lists people of the containers of a kind, by the time they joined or asked. */
export const peopleLister =
  <Row extends ContainerRow, Person extends ListedMember = ListedMember>(
    source: PeopleSource<Row>,
  ) =>
  async (
    viewer: Viewer,
    itemId: number,
    { kind = 'members', search = '', role = '', page = 1, limit = 20 }: PeopleQuery = {},
  ): Promise<PeopleList<Row, Person>> => {
    const { type, staffRole, removalRole, roleNames, columns = sql`` } = source;
    const row = await (kind === 'members' ? source.readWithMembers : source.read)(viewer, itemId);
    const { id } = row;
    const ownRole = isMember(viewer) ? removalRoleOf(row, viewer) : -1;
    const mayRemove = ownRole >= removalRole;
    const mayRead = kind === 'bans' ? mayRemove : belongsTo(row, staffRole);
    if (kind !== 'members' && !mayRead) throw forbidden();
    const { condition, order, since } = listKinds()[kind];
    const conditions = sql`
      ms.type = ${type}
      and ms.id = ${id}
      and ${condition}
      ${role ? hasRoleBetween(roleNames[role]!) : sql``}
      ${search ? sql`and ${nameMatches(sql`m.name_words`, search)}` : sql``}
      and ${
        // Staff decide about everybody, also about those who have blocked them.
        kind === 'members'
          ? visibleCard(viewer, sql`m.id`, sql`m.status`)
          : sql`m.status = 'active'`
      }`;
    const { memberCount } = row;
    const list = await readMemberPage<Person>({
      columns: sql`
        ${memberColumns(viewer, since)}${columns},
        ${mayRemove} and ms.role < ${ownRole} and m.id <> ${isMember(viewer) ? viewer.id : 0}
          as "isRemovable"`,
      conditions,
      order,
      total:
        kind === 'members' && !search
          ? memberTotal(viewer, { type, id }, { memberCount, role, conditions })
          : undefined,
      search,
      page,
      limit,
    });
    return { row, mayRemove, isOfSite: mayRemove && !belongsTo(row, removalRole), ...list };
  };
