import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { httpError, invalid } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

export interface PackageRow extends Record<string, unknown> {
  id: number;
  title: string;
  description: string;
  price: number;
  currency: string;
  days: number | null;
  features: string[];
  /** Pages that a member may own with it. */
  quota: number;
  needsApproval: boolean;
}

const columns = sql`id, title, description, price, currency, days, features, quota,
  needs_approval as "needsApproval"`;

/** The packages that can be chosen, the default one first. */
export async function listPackages({
  page = 1,
  limit = 20,
}: { page?: number; limit?: number } = {}): Promise<{ total: number; packages: PackageRow[] }> {
  const [row] = await db.execute<{ total: number; packages: PackageRow[] | null }>(sql`
    select (select count(*)::int from page_packages where is_enabled) as total,
      (
        select json_agg(row_to_json(shown))
        from (
          select ${columns}
          from page_packages
          where is_enabled
          order by is_default desc, price, id
          limit ${limit}
          offset ${(page - 1) * limit}
        ) shown
      ) as packages`);
  return { total: row!.total, packages: row!.packages ?? [] };
}

/**
 * The package for a new page: the default one without a choice. A priced one needs a payment, which
 * this site does not take.
 */
export async function findPackage(
  tx: Tx,
  packageId: number,
): Promise<{ id: number; days: number | null; quota: number; needsApproval: boolean }> {
  const [chosen] = await tx.execute<PackageRow>(sql`
    select ${columns}
    from page_packages
    where case
      when ${packageId}::bigint = 0 then is_default
      else id = ${packageId}::bigint and is_enabled
    end`);
  if (!chosen) throw invalid('Please choose one of these.', 'package_id');
  if (chosen.price > 0)
    throw httpError(
      'payment_not_available',
      'This package has a price, and payment is not available.',
    );
  return chosen;
}

/** The package that the page has: once its own has ended, the default one. */
export async function readPackageOf(
  tx: Tx,
  pageId: number,
): Promise<Pick<PackageRow, 'quota' | 'needsApproval'>> {
  const [row] = await tx.execute<Pick<PackageRow, 'quota' | 'needsApproval'>>(sql`
    select chosen.quota, chosen.needs_approval as "needsApproval"
    from sitepages p
    join page_packages chosen on case
      when p.package_until <= ${now()} then chosen.is_default
      else chosen.id = p.package_id
    end
    where p.id = ${pageId}`);
  return row!;
}

/** The package of a page that has an end, unless it has ended. */
export async function findPackageTerm(
  pageId: number,
): Promise<{ title: string; until: string } | undefined> {
  const [term] = await db.execute<{ title: string; until: string }>(sql`
    select chosen.title, p.package_until::text as until
    from sitepages p
    join page_packages chosen on chosen.id = p.package_id
    where p.id = ${pageId} and p.package_until > ${now()}`);
  return term;
}
