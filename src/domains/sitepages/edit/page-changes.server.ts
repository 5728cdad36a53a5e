import { lockCategoriesOf } from '#domains/containers/categories/category-lock.server.ts';
import { isForSite, roles } from '#domains/containers/container-access.rules.ts';
import type { Change } from '#domains/containers/container-lock.server.ts';
import { setArchived } from '#domains/containers/lifecycle/archiving.server.ts';
import { changeAsEditor, writeAuditEntry } from '#domains/containers/membership/staff.server.ts';
import { createContainer } from '#domains/containers/ownership/ownership.server.ts';
import { writeSettings } from '#domains/containers/settings.server.ts';
import { proposeSlug } from '#domains/containers/slugs.rules.ts';
import { renameSlug, writeSlug } from '#domains/containers/slugs.server.ts';
import { lockActiveMember } from '#domains/members/members.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { announcePage, submitPage } from '#domains/sitepages/host/page-approval.server.ts';
import { pageRef } from '#domains/sitepages/one-page.server.ts';
import { findPackage, readPackageOf } from '#domains/sitepages/packages/packages.server.ts';
import { pageFields } from '#domains/sitepages/sitepages.fields.ts';
import type { FieldValues } from '#lib/field-list.ts';
import { toPlainText, toRichText, type RichText } from '#lib/rich-text.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, HttpError } from '#server/errors.ts';
import { splitFields } from '#server/field-columns.ts';
import { withIdempotencyKey, type Creation } from '#server/idempotency.ts';
import { insertRow, updateRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';
import type { FileRules } from '#server/uploads/uploads.ts';
import { checkNewAccountLinks } from './new-account-links.server.ts';

/** Fields of a page; absent ones stay as they are. */
export interface PageFields extends FieldValues<typeof pageFields> {
  /** The name in its address. */
  slug?: string | undefined;
  overview?: string | RichText | undefined;
  categoryId?: number | undefined;
  tags?: string[] | undefined;
  /** By day, Monday first (`parseHours`). */
  openingHours?: string[] | undefined;
  /** Asked of whoever asks to join; they replace all. */
  joinQuestions?: string[] | undefined;
}

export interface NewPage extends PageFields {
  title: string;
  description: string;
  categoryId: number;
  /** 0: the default one. */
  packageId: number;
  isPublished: boolean;
  /** The name of its picture (`storeAvatar`). */
  avatar: string | null;
}

function overviewJson(overview: PageFields['overview']): string | null {
  if (!overview) return null;
  const tree = typeof overview === 'string' ? toRichText(overview) : overview;
  return toPlainText(tree).trim() ? JSON.stringify(tree) : null;
}

/** A form without the editor sends back the plain text: unchanged, it must not lose its marks. */
async function keepsOverview(tx: Tx, id: number, next: PageFields['overview']): Promise<boolean> {
  if (typeof next !== 'string') return next === undefined;
  const [row] = await tx.execute<{ overview: RichText | null }>(
    sql`select overview from sitepages where id = ${id}`,
  );
  return Boolean(row?.overview) && toPlainText(row!.overview!).trim() === next;
}

export async function countOwnedPages(member: Member, tx: Tx = db): Promise<number> {
  const [row] = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count
    from containers
    where type = 'page' and owner_id = ${member.id}`);
  return row!.count;
}

/** The package of a new page; forbidden if the member owns as many pages as it allows. */
export async function choosePackage(member: Member, packageId: number, tx: Tx = db) {
  const chosen = await findPackage(tx, packageId);
  if ((await countOwnedPages(member, tx)) >= chosen.quota)
    throw forbidden(`You already own ${chosen.quota} pages.`);
  return chosen;
}

/** Forbidden for whoever owns as many pages as the package of this one allows. */
export async function checkPageQuota(member: Member, tx: Tx, id: number): Promise<void> {
  const { quota } = await readPackageOf(tx, id);
  if ((await countOwnedPages(member, tx)) >= quota)
    throw forbidden(`You already own ${quota} pages.`);
}

/** Whether the member may create another page with any package that is free. */
export async function mayCreatePage(member: Member): Promise<boolean> {
  const [row] = await db.execute<{ may: boolean }>(sql`
    select (
      select count(*)
      from containers c
      where c.type = 'page' and c.owner_id = ${member.id}
    ) < (select max(quota) from page_packages where is_enabled and price = 0) as may`);
  return row!.may;
}

/** The chosen name in the address, or the title, with the id if others have it. */
async function nameAddress(tx: Tx, id: number, { slug, title }: NewPage): Promise<void> {
  if (slug) return writeSlug(tx, pageRef(id), slug.toLowerCase(), 'page_url');
  const proposed = proposeSlug(title, 48);
  const names = [proposed, `${proposed}-${id}`, `page-${id}`];
  for (const name of names) {
    try {
      return await writeSlug(tx, pageRef(id), name, 'page_url');
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
    }
  }
}

/** Creates a page; its owner is a member and a follower. Returns the id. */
export function createPage(member: Member, fields: NewPage, creation: Creation): Promise<number> {
  return withIdempotencyKey(creation, async (tx) => {
    await lockActiveMember(tx, member.id);
    const chosen = await choosePackage(member, fields.packageId, tx);
    await checkNewAccountLinks(tx, member, 0, fields);
    const isOpen = fields.isPublished && !chosen.needsApproval;
    const { container, details } = splitFields(pageFields, fields);
    const id = await createContainer(tx, member, 'page', {
      ...container,
      title: fields.title,
      state: isOpen ? 'open' : 'draft',
      joinPolicy: isForSite(fields.visibility ?? 'everyone')
        ? (fields.joinPolicy ?? 'open')
        : 'approval',
      avatar: fields.avatar,
      joinQuestions: fields.joinQuestions ?? [],
    });
    await nameAddress(tx, id, fields);
    await lockCategoriesOf(tx, 'page', [], fields.categoryId);
    await insertRow(tx, 'sitepages', {
      id,
      ...details,
      overview: sql`${overviewJson(fields.overview)}::jsonb`,
      categoryId: fields.categoryId,
      tags: sql`${sql.param(fields.tags ?? [])}::text[]`,
      packageId: chosen.id,
      packageUntil:
        chosen.days === null ? undefined : sql`${now()} + make_interval(days => ${chosen.days})`,
      modifiedAt: now(),
    });
    if (isOpen) await announcePage(tx, id, member.id);
    else if (fields.isPublished) await submitPage(tx, id);
    return id;
  });
}

/** A change by an admin of the page. */
export const changeAsAdmin = <Result>(
  member: Member,
  id: number,
  work: (change: Change) => Promise<Result>,
): Promise<Result> => changeAsEditor(member, pageRef(id), work);

/** Changes the given fields. @param isConfirmed the owner lets more people read */
export const editPage = (
  member: Member,
  id: number,
  fields: PageFields,
  { isConfirmed = false } = {},
): Promise<void> =>
  changeAsAdmin(member, id, async (change) => {
    const { tx } = change;
    await checkNewAccountLinks(tx, member, id, fields);
    if (fields.slug) await renameSlug(change, member, fields.slug.toLowerCase(), 'page_url');
    if (fields.categoryId !== undefined)
      await lockCategoriesOf(tx, 'page', [id], fields.categoryId);
    const { container: settings, details } = splitFields(pageFields, fields);
    const { joinQuestions, categoryId, openingHours, tags, website, overview } = fields;
    const text = (await keepsOverview(tx, id, overview)) ? undefined : overviewJson(overview);
    const hours = openingHours && (openingHours.some(Boolean) ? openingHours : []);
    const values = { ...details, categoryId, tags, openingHours: hours };
    await writeSettings(
      change,
      member,
      { ...settings, joinQuestions },
      {
        isConfirmed,
        details: {
          table: 'sitepages',
          values: { ...values, overview: text && (JSON.parse(text) as unknown) },
        },
      },
    );
    await updateRow(tx, 'sitepages', sql`id = ${id}`, {
      ...values,
      overview: text === undefined ? undefined : sql`${text}::jsonb`,
      websiteVerifiedAt:
        website === undefined
          ? undefined
          : sql`case when website = ${website} then website_verified_at end`,
      openingHours: hours && sql`${sql.param(hours)}::text[]`,
      tags: tags && sql`${sql.param(tags)}::text[]`,
      modifiedAt: now(),
    });
  });

/** Archives an open page, or opens an archived one. Returns whether it is closed now. */
export const closePage = (member: Member, id: number): Promise<boolean> =>
  setArchived(member, pageRef(id), roles.admin);

/**
 * Publishes a draft; the feed announces it once. If the site approves pages, it waits instead, and
 * so does a declined one that is submitted again. A published page stays as it is.
 * @returns whether it waits
 */
export const publishPage = (member: Member, id: number): Promise<boolean> =>
  changeAsAdmin(member, id, async ({ tx, container }) => {
    const { state } = container;
    if (state !== 'draft' && state !== 'declined') return state === 'pending';
    if (state === 'declined' || (await readPackageOf(tx, id)).needsApproval) {
      await submitPage(tx, id);
      await writeAuditEntry(tx, container, member.id, { action: 'submit' });
      return true;
    }
    await tx.execute(sql`update containers set state = 'open' where type = 'page' and id = ${id}`);
    await announcePage(tx, id, container.ownerId!);
    await writeAuditEntry(tx, container, member.id, { action: 'publish' });
    return false;
  });

export const pagePhoto: FileRules = { fields: /^photo$/, takes: 'pictures', max: 1 };
