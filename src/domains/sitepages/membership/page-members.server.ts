import type { SQL } from 'drizzle-orm';
import { roles } from '#domains/containers/container-access.rules.ts';
import { isBanInForce } from '#domains/containers/container-access.server.ts';
import { removalRoleOf } from '#domains/containers/container-rows.server.ts';
import {
  countUpToLimit,
  readMemberPage,
  seenMembers,
  type MemberPage,
} from '#domains/containers/membership/member-page.server.ts';
import { writeAuditEntry } from '#domains/containers/membership/staff.server.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import { nameMatches } from '#domains/members/name-search.server.ts';
import { avatarFor, visibleCard } from '#domains/policy/profile-audience.server.ts';
import { isMember, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { changeAsAdmin } from '#domains/sitepages/edit/page-changes.server.ts';
import {
  pageRef,
  readPage,
  readPageAsStaff,
  readPageWithMembers,
} from '#domains/sitepages/one-page.server.ts';
import type { RoleName } from '#domains/sitepages/sitepages.schema.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { forbidden, invalid } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

export interface PageMemberRow extends MemberCard, Record<string, unknown> {
  role: number;
  title: string;
  /** The time of a ban, in the list of bans. */
  joinedAt: string;
  isFeatured: boolean;
}

export interface MemberQuery {
  /** Whoever is banned, in place of the members. */
  isBanned?: boolean;
  search?: string;
  role?: RoleName | '';
  page?: number;
  limit?: number;
}

/** Somebody in the list of members, or of bans. */
export interface ListedMemberRow extends PageMemberRow {
  /** The reason of a ban, '' without one. */
  reason: string;
  bannedUntil: string | null;
  /** The viewer may remove and ban them, or end their ban. */
  isRemovable: boolean;
}

export interface PageMembers extends MemberPage<ListedMemberRow> {
  /** Whether the viewer may remove and ban members at all. */
  mayRemove: boolean;
}

const columns = (viewer: Viewer): SQL => sql`
  m.id, m.displayname, m.username, ${avatarFor(viewer, sql`m`)} as avatar, ms.role, ms.title,
  coalesce(ms.joined_at, ms.removed_at, ${now()})::text as "joinedAt",
  exists (
    select from page_featured_admins featured
    where featured.page_id = ms.id and featured.member_id = ms.member_id
  ) as "isFeatured"`;

/**
 * Members of a page whose list the viewer may read, by the time they joined; for those who may ban,
 * also whoever is banned.
 */
export async function listMembers(
  viewer: Viewer,
  id: number,
  { isBanned = false, search = '', role = '', page = 1, limit = 20 }: MemberQuery = {},
): Promise<PageMembers> {
  const found = await (isBanned ? readPage(viewer, id) : readPageWithMembers(viewer, id));
  const viewerId = isMember(viewer) ? viewer.id : 0;
  const ownRole = isMember(viewer) ? removalRoleOf(found, viewer) : -1;
  const mayRemove = ownRole >= roles.admin;
  if (isBanned && !mayRemove) throw forbidden();
  const isShown = isBanned
    ? // About everybody, also those who have blocked who decides.
      sql`
        ${isBanInForce()}
        and m.status = 'active'`
    : sql`ms.state = 'member' and ${visibleCard(viewer, sql`m.id`, sql`m.status`)}`;
  const conditions = sql`
    ms.type = 'page'
    and ms.id = ${id}
    ${role ? sql`and ms.role = ${roles[role]}` : sql``}
    ${search ? sql`and ${nameMatches(sql`m.name_words`, search)}` : sql``}
    and ${isShown}`;
  const isCounted = !isBanned && !search && (!role || role === 'member');
  const staff = sql`
    (
      select count(*)::int
      from memberships ms
      join members m on m.id = ms.member_id
      where ms.type = 'page'
        and ms.id = ${id}
        and ms.role > 0
        and ${visibleCard(viewer, sql`m.id`, sql`m.status`)}
    )`;
  // Visitors see public profiles only.
  const total = isMember(viewer)
    ? sql`(${seenMembers(viewer, pageRef(id), found.memberCount)} - ${role ? staff : sql`0`})`
    : countUpToLimit(conditions);
  const list = await readMemberPage<ListedMemberRow>({
    columns: sql`
      ${columns(viewer)}, ms.reason, ms.banned_until::text as "bannedUntil",
      ${mayRemove} and ms.role < ${ownRole} and m.id <> ${viewerId} as "isRemovable"`,
    conditions,
    order: isBanned ? sql`ms.member_id` : sql`ms.joined_at, ms.member_id`,
    total: isCounted ? total : undefined,
    search,
    page,
    limit,
  });
  return { mayRemove, ...list };
}

/** Owner and admins, for the staff; with `onlyFeatured` those shown on the front. */
export async function listAdmins(member: Member, id: number): Promise<PageMemberRow[]> {
  await readPageAsStaff(member, id);
  return readStaff(member, id, roles.admin);
}

const readStaff = (viewer: Viewer, id: number, role: number) =>
  db.execute<PageMemberRow>(sql`
    select ${columns(viewer)}
    from memberships ms
    join members m on m.id = ms.member_id
    where ms.type = 'page'
      and ms.id = ${id}
      and ms.role >= ${role}
      and ${visibleCard(viewer, sql`m.id`, sql`m.status`)}
    order by ms.role desc, ms.joined_at, m.id`);

/** Owner, admins and moderators of a page, for its staff. */
export async function listStaff(member: Member, id: number): Promise<PageMemberRow[]> {
  await readPageAsStaff(member, id);
  return readStaff(member, id, roles.moderator);
}

/** The admins that a page shows on its front, in the chosen order. The caller has read the page. */
export const listFeatured = (viewer: Viewer, id: number): Promise<PageMemberRow[]> =>
  db.execute<PageMemberRow>(sql`
    select ${columns(viewer)}
    from page_featured_admins shown
    join memberships ms on ms.type = 'page'
      and ms.id = shown.page_id
      and ms.member_id = shown.member_id
      and ms.role >= ${roles.admin}
    join members m on m.id = ms.member_id
    where shown.page_id = ${id} and ${visibleCard(viewer, sql`m.id`, sql`m.status`)}
    order by shown.position`);

/** Sets the admins shown on the front, in their order. */
export const featureAdmins = (member: Member, id: number, memberIds: number[]): Promise<void> =>
  changeAsAdmin(member, id, async ({ tx, container }) => {
    const [row] = await tx.execute<{ count: number }>(sql`
      select count(*)::int as count
      from memberships ms
      where ms.type = 'page'
        and ms.id = ${id}
        and ms.role >= ${roles.admin}
        and ms.member_id = any (${sql.param(memberIds)}::bigint[])`);
    if (row!.count !== memberIds.length)
      throw invalid('Only admins of the page can be featured.', 'user_ids');
    await tx.execute(sql`delete from page_featured_admins where page_id = ${id}`);
    await tx.execute(sql`
      insert into page_featured_admins (page_id, member_id, position)
      select ${id}, chosen.id, chosen.position
      from unnest(${sql.param(memberIds)}::bigint[]) with ordinality chosen (id, position)`);
    await writeAuditEntry(tx, container, member.id, { action: 'feature_admins' });
  });
