import type { SQL } from 'drizzle-orm';
import { roles } from '#domains/containers/container-access.rules.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import { countFound, nameMatches } from '#domains/members/name-search.server.ts';
import { avatarFor, visibleCard } from '#domains/policy/profile-audience.server.ts';
import type { Member, Viewer } from '#domains/policy/viewer.ts';
import { changeAsAdmin } from '#domains/sitepages/edit/page-changes.server.ts';
import { readOpenPage, readPageAsStaff } from '#domains/sitepages/one-page.server.ts';
import type { RoleName } from '#domains/sitepages/sitepages.schema.ts';
import { db, executeSearch } from '#server/db.ts';
import { forbidden, invalid } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

export interface PageMemberRow extends MemberCard, Record<string, unknown> {
  role: number;
  title: string;
  joinedAt: string;
  isFeatured: boolean;
}

export interface MemberQuery {
  search?: string;
  role?: RoleName | '';
  page?: number;
  limit?: number;
}

export interface PageMembers {
  total: number;
  members: PageMemberRow[];
}

const columns = (viewer: Viewer): SQL => sql`
  m.id, m.displayname, m.username, ${avatarFor(viewer, sql`m`)} as avatar, ms.role, ms.title,
  ms.joined_at::text as "joinedAt",
  exists (
    select from page_featured_admins featured
    where featured.page_id = ms.id and featured.member_id = ms.member_id
  ) as "isFeatured"`;

/** Members of a page that the viewer may read: staff first, then by the time they joined. */
export async function listMembers(
  viewer: Viewer,
  id: number,
  { search = '', role = '', page = 1, limit = 20 }: MemberQuery = {},
): Promise<PageMembers> {
  const found = await readOpenPage(viewer, id);
  if (found.membership === 'banned') throw forbidden();
  const conditions = sql`
    ms.type = 'page'
    and ms.id = ${id}
    and ms.state = 'member'
    ${role ? sql`and ms.role = ${roles[role]}` : sql``}
    ${search ? sql`and ${nameMatches(sql`m.name_words`, search)}` : sql``}
    and ${visibleCard(viewer, sql`m.id`, sql`m.status`)}`;
  const isFiltered = search !== '' || role !== '';
  const [row] = await executeSearch<{ total: number; members: PageMemberRow[] | null }>(
    search,
    sql`
      select ${
        isFiltered
          ? countFound(
              sql`
                select
                from memberships ms
                join members m on m.id = ms.member_id
                where ${conditions}`,
              search,
            )
          : sql`${found.memberCount}::int`
      } as total,
        (
          select json_agg(row_to_json(shown))
          from (
            select ${columns(viewer)}
            from memberships ms
            join members m on m.id = ms.member_id
            where ${conditions}
            order by ms.joined_at, ms.member_id
            limit ${limit}
            offset ${(page - 1) * limit}
          ) shown
        ) as members`,
  );
  return { total: row!.total, members: row!.members ?? [] };
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
  changeAsAdmin(member, id, async ({ tx }) => {
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
  });
