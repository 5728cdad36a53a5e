import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { invalid, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import type { PackageRow } from './packages.server.ts';

export interface PackageFields extends Pick<
  PackageRow,
  'title' | 'description' | 'price' | 'currency' | 'days' | 'features' | 'needsApproval'
> {
  quota: number;
  isEnabled: boolean;
}

export interface HostPackage extends PackageFields {
  id: number;
  isDefault: boolean;
  /** Pages that have it. */
  pageCount: number;
}

/** Only administrators know of these screens. */
function checkAdmin(member: Member): void {
  if (member.role !== 'admin') throw notFound();
}

/** All packages, retired ones last. */
export async function listAllPackages(member: Member): Promise<HostPackage[]> {
  checkAdmin(member);
  return db.execute<HostPackage & Record<string, unknown>>(sql`
    select chosen.id, title, description, price, currency, days, features, quota,
      needs_approval as "needsApproval", is_default as "isDefault", is_enabled as "isEnabled",
      (select count(*)::int from sitepages p where p.package_id = chosen.id) as "pageCount"
    from page_packages chosen
    order by is_enabled desc, is_default desc, price, id
    limit 200`);
}

export async function createPackage(member: Member, fields: PackageFields): Promise<void> {
  checkAdmin(member);
  await db.execute(sql`
    insert into page_packages (
      title, description, price, currency, days, features, quota, needs_approval, is_enabled
    )
    values (
      ${fields.title}, ${fields.description}, ${fields.price}, ${fields.currency}, ${fields.days},
      ${sql.param(fields.features)}::text[], ${fields.quota}, ${fields.needsApproval},
      ${fields.isEnabled}
    )`);
}

/** Every page falls back to the default package, so that one stays free, endless and offered. */
export async function changePackage(
  member: Member,
  id: number,
  fields: PackageFields,
): Promise<void> {
  checkAdmin(member);
  await db.transaction(async (tx) => {
    const [old] = await tx.execute<{ isDefault: boolean }>(sql`
      select is_default as "isDefault" from page_packages where id = ${id}::bigint for update`);
    if (!old) throw notFound();
    if (old.isDefault && fields.price > 0) throw invalid('The default package is free.', 'price');
    if (old.isDefault && fields.days !== null)
      throw invalid('The default package has no end.', 'days');
    if (old.isDefault && !fields.isEnabled)
      throw invalid('The default package cannot be retired.', 'enabled');
    await tx.execute(sql`
      update page_packages
      set title = ${fields.title}, description = ${fields.description}, price = ${fields.price},
        currency = ${fields.currency}, days = ${fields.days},
        features = ${sql.param(fields.features)}::text[], quota = ${fields.quota},
        needs_approval = ${fields.needsApproval}, is_enabled = ${fields.isEnabled}
      where id = ${id}`);
  });
}
