import type { AdModel } from '#domains/ads/ads.rules.ts';
import { recordDecision } from '#domains/moderation/moderation-log.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { FieldValues } from '#lib/field-list.ts';
import { db, type Tx } from '#server/db.ts';
import { invalid, notFound } from '#server/errors.ts';
import { selectDetails } from '#server/field-columns.ts';
import { insertRow, updateRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';
import { adPackageFields } from './packages.fields.ts';

export interface AdPackage extends Record<string, unknown> {
  id: number;
  title: string;
  description: string;
  price: number;
  currency: string;
  model: AdModel;
  amount: number;
  allowed: 'all' | 'own' | 'websites';
  isApproved: boolean;
  isEnabled: boolean;
}

const columns = sql`p.id, ${selectDetails(adPackageFields, sql`p`)}`;

/** Those that can be chosen, free ones first. */
export const listAdPackages = (): Promise<AdPackage[]> =>
  db.execute<AdPackage>(sql`
    select ${columns} from ad_packages p
    where p.is_enabled
    order by p.price, p.id
    limit 200`);

function checkAdmin(member: Member): void {
  if (member.role !== 'admin') throw notFound();
}

/** All of them with the number of their ads, for administrators; retired ones last. */
export async function listAllAdPackages(
  member: Member,
): Promise<Array<AdPackage & { adCount: number }>> {
  checkAdmin(member);
  return db.execute<AdPackage & { adCount: number }>(sql`
    select ${columns},
      (select count(*)::int from ads a where a.package_id = p.id) as "adCount"
    from ad_packages p
    order by p.is_enabled desc, p.price, p.id
    limit 200`);
}

type PackageValues = FieldValues<typeof adPackageFields>;

function checkAmount({ amount }: PackageValues): void {
  if (amount === 0) throw invalid('Must be a number from 1 on.', 'limit');
}

export async function createAdPackage(member: Member, fields: PackageValues): Promise<number> {
  checkAdmin(member);
  checkAmount(fields);
  return db.transaction(async (tx) => {
    const { id } = await insertRow(tx, 'ad_packages', fields);
    await recordDecision(tx, member, 'changed', { type: 'ad_package', id });
    return id;
  });
}

/** Ads that have it keep what they bought, and its price. */
export async function changeAdPackage(
  member: Member,
  id: number,
  fields: PackageValues,
): Promise<void> {
  checkAdmin(member);
  checkAmount(fields);
  await db.transaction(async (tx) => {
    const found = await tx.execute(sql`select from ad_packages where id = ${id} for update`);
    if (!found.length) throw notFound();
    await updateRow(tx, 'ad_packages', sql`id = ${id}`, fields);
    await recordDecision(tx, member, 'changed', { type: 'ad_package', id });
  });
}

/** One that can be chosen, locked so that its price stays until the ad is written. */
export async function findAdPackage(tx: Tx, id: number): Promise<AdPackage> {
  const [found] = await tx.execute<AdPackage>(sql`
    select ${columns} from ad_packages p where p.id = ${id} and p.is_enabled for share`);
  if (!found) throw notFound();
  return found;
}
