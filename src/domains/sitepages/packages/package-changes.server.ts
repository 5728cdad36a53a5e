import { changeAnyContainer } from '#domains/containers/container-lock.server.ts';
import { writeAuditEntry } from '#domains/containers/membership/staff.server.ts';
import { recordDecision } from '#domains/moderation/moderation-log.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { pageRef } from '#domains/sitepages/one-page.server.ts';
import type { DetailRow } from '#lib/field-list.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { invalid, notFound } from '#server/errors.ts';
import { insertRow, updateRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';
import type { packageFields } from './packages.fields.ts';

export type PackageFields = Required<DetailRow<typeof packageFields>>;

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

const toColumns = (fields: PackageFields) => ({
  ...fields,
  features: sql`${sql.param(fields.features)}::text[]`,
});

export async function createPackage(member: Member, fields: PackageFields): Promise<void> {
  checkAdmin(member);
  await insertRow(db, 'page_packages', toColumns(fields));
}

/** Every page falls back to it from now on; those that have the former one keep it. */
export async function chooseDefaultPackage(member: Member, id: number): Promise<void> {
  checkAdmin(member);
  await db.transaction(async (tx) => {
    const all = await tx.execute<Pick<HostPackage, 'id' | 'price' | 'days' | 'isEnabled'>>(sql`
      select id, price, days, is_enabled as "isEnabled"
      from page_packages
      order by id
      for update`);
    const chosen = all.find((one) => one.id === id);
    if (!chosen) throw notFound();
    if (chosen.price > 0 || chosen.days !== null || !chosen.isEnabled)
      throw invalid(
        'The default package must be free, without a time limit, and on offer.',
        'package_id',
      );
    await tx.execute(sql`update page_packages set is_default = false where is_default`);
    await tx.execute(sql`update page_packages set is_default = true where id = ${id}`);
    await recordDecision(tx, member, 'changed', { type: 'page_package', id });
  });
}

/**
 * Gives a page a package, one with a price as well: the host knows whether it was paid. It begins
 * now, also when the page has it already.
 */
export async function givePackage(member: Member, pageId: number, id: number): Promise<void> {
  checkAdmin(member);
  await changeAnyContainer(member, pageRef(pageId), async ({ tx, container }) => {
    if (container.state === 'deleted') throw notFound();
    const given = await tx.execute(sql`
      update sitepages
      set package_id = chosen.id, is_package_reminded = false,
        package_until = ${now()} + make_interval(days => chosen.days)
      from page_packages chosen
      where sitepages.id = ${pageId} and chosen.id = ${id}::bigint and chosen.is_enabled
      returning 1`);
    if (!given.length) throw invalid('Please choose one of these.', 'package_id');
    await recordDecision(tx, member, 'changed', pageRef(pageId));
    await writeAuditEntry(tx, container, null, { action: 'give_package' });
  });
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
      throw invalid('The default package has no time limit.', 'days');
    if (old.isDefault && !fields.isEnabled)
      throw invalid('The default package cannot be retired.', 'enabled');
    await updateRow(tx, 'page_packages', sql`id = ${id}`, toColumns(fields));
  });
}
