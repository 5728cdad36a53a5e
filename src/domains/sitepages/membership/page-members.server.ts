import type { SQL } from 'drizzle-orm';
import { roles } from '#domains/containers/container-access.rules.ts';
import {
  memberColumns,
  peopleLister,
  type ListedMember,
  type PersonRow,
} from '#domains/containers/kit/people.server.ts';
import { requestLister } from '#domains/containers/kit/requests.server.ts';
import { writeAuditEntry } from '#domains/containers/membership/staff.server.ts';
import { visibleCard } from '#domains/policy/profile-audience.server.ts';
import type { Member, Viewer } from '#domains/policy/viewer.ts';
import { changeAsAdmin } from '#domains/sitepages/edit/page-changes.server.ts';
import {
  readPage,
  readPageAsStaff,
  readPageWithMembers,
} from '#domains/sitepages/one-page.server.ts';
import type { PageRow } from '#domains/sitepages/page-rows.server.ts';
import { roleNames } from '#domains/sitepages/sitepages.schema.ts';
import { db } from '#server/db.ts';
import { invalid } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

export interface PageMemberRow extends PersonRow {
  isFeatured: boolean;
}

interface ListedPageMember extends PageMemberRow, ListedMember {
  isFeatured: boolean;
}

const isFeatured = sql`
  exists (
    select from page_featured_admins featured
    where featured.page_id = ms.id and featured.member_id = ms.member_id
  ) as "isFeatured"`;

/**
 * Members of a page whose list the viewer may read, by the time they joined; for those who may ban,
 * also whoever is banned.
 */
export const listMembers = peopleLister<PageRow, ListedPageMember>({
  type: 'page',
  read: readPage,
  readWithMembers: readPageWithMembers,
  staffRole: roles.moderator,
  removalRole: roles.admin,
  roleNames: Object.fromEntries(roleNames.map((name) => [name, [roles[name], roles[name]]])),
  columns: sql`, ${isFeatured}`,
});

/** Requests to join that can be approved, for the staff of the page. */
export const listRequests = requestLister({
  type: 'page',
  readAsStaff: readPageAsStaff,
  hasEmail: true,
});

const columns = (viewer: Viewer): SQL => sql`${memberColumns(viewer)}, ${isFeatured}`;

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
