import type { SQL } from 'drizzle-orm';
import { inRowOf } from '#domains/containers/container-access.server.ts';
import { changeContainer } from '#domains/containers/container-lock.server.ts';
import { completeRows } from '#domains/containers/container-rows.server.ts';
import type { ContainerList } from '#domains/containers/kit/container-list.server.ts';
import { recordDecision } from '#domains/moderation/moderation-log.server.ts';
import { isModerator, type Member, type SqlMember } from '#domains/policy/viewer.ts';
import { listPages } from '#domains/sitepages/browse/page-list.server.ts';
import { pageRef } from '#domains/sitepages/one-page.server.ts';
import { pageColumns, pagesFor, type PageRow } from '#domains/sitepages/page-rows.server.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { updateRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';

interface Part {
  page: number;
  limit: number;
}

/** A page that waits for approval, with its package as the owner chose it. */
export interface SubmittedPage extends PageRow {
  submittedAt: string;
  packageTitle: string;
}

/** Pages that wait for the approval of the site, the longest waiting first; for moderators. */
export async function listSubmitted(
  moderator: Member,
  { page, limit }: Part,
): Promise<{ total: number; pages: SubmittedPage[] }> {
  if (!isModerator(moderator)) throw notFound();
  const viewer = inRowOf('page', moderator);
  const waiting = sql`c.type = 'page' and c.state = 'pending' and p.submitted_at is not null`;
  const [row] = await db.execute<{
    total: number;
    pages: SubmittedPage[] | null;
  }>(sql`
    select
      (
        select count(*)::int
        from sitepages p
        join containers c on c.type = 'page' and c.id = p.id
        where ${waiting}
      ) as total,
      (
        select json_agg(row_to_json(shown) order by shown."submittedAt", shown.id)
        from (
          select ${pageColumns(viewer)}, p.submitted_at::text as "submittedAt",
            chosen.title as "packageTitle"
          from ${pagesFor(viewer)}
          join page_packages chosen on chosen.id = p.package_id
          where ${waiting}
          order by p.submitted_at, p.id
          limit ${limit}
          offset ${(page - 1) * limit}
        ) shown
      ) as pages`);
  return { total: row!.total, pages: await completeRows(moderator, 'page', row!.pages ?? []) };
}

/** Open pages in lists, for the moderators who feature them. */
export async function listForHost(
  moderator: Member,
  { search, ...part }: Part & { search: string },
): Promise<ContainerList<PageRow>> {
  if (!isModerator(moderator)) throw notFound();
  return listPages(moderator, { search, order: 'newest', ...part });
}

/** The title and end of the package of a page, for the administrator who changes it. */
export async function readPackageTerm(
  member: Member,
  id: number,
): Promise<{ packageId: number; until: string | null } | undefined> {
  if (member.role !== 'admin') return undefined;
  const [term] = await db.execute<{
    packageId: number;
    until: string | null;
  }>(sql`
    select package_id as "packageId", package_until::text as until
    from sitepages
    where id = ${id}`);
  return term;
}

/** Pages that wait for approval, for the menu of moderators. */
export const countSubmitted = (member: SqlMember): SQL =>
  isModerator(member)
    ? sql`
        (
          select count(*)::int
          from (
            select from sitepages p
            join containers c on c.type = 'page' and c.id = p.id
            where p.submitted_at is not null and c.state = 'pending'
            limit 1000
          ) submitted
        )`
    : sql`0`;

/** Marks a page as featured or sponsored, or no longer. */
export async function promotePage(
  moderator: Member,
  id: number,
  marks: {
    isFeatured?: boolean | undefined;
    isSponsored?: boolean | undefined;
  },
): Promise<void> {
  if (!isModerator(moderator)) throw notFound();
  await changeContainer(moderator, pageRef(id), async ({ tx, container }) => {
    if (container.state !== 'open' && container.state !== 'archived') throw notFound();
    await updateRow(tx, 'sitepages', sql`id = ${id}`, marks);
    await recordDecision(tx, moderator, 'promoted', pageRef(id));
  });
}
