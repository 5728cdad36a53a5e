import type { Member } from '#domains/policy/viewer.ts';
import { db, type Tx } from '#server/db.ts';
import { invalid, notFound } from '#server/errors.ts';
import { insertRow, updateRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';
import { defaultPortals } from './default-portals.ts';

/** A link with the reason to follow it. */
export interface PortalLink {
  label: string;
  text: string;
  /** A path of this site, or an address of another. */
  href: string;
}
export interface PortalSection {
  title: string;
  links: PortalLink[];
}
export interface OwnPortalSection extends PortalSection, Record<string, unknown> {
  id: number;
  links: Array<PortalLink & { id: number }>;
}

const maxSections = 10;
const maxLinks = 20;

/** The sections that administrators made; none: the screen has its own links. */
export const listOwnPortals = (): Promise<OwnPortalSection[]> =>
  db.execute<OwnPortalSection>(sql`
    select g.id, g.title,
      coalesce(
        (
          select json_agg(
            json_build_object('id', l.id, 'label', l.label, 'text', l.text, 'href', l.href)
            order by l.id
          )
          from portal_links l
          where l.section_id = g.id
        ),
        '[]'::json
      ) as links
    from portal_sections g
    order by g.id`);

/** Sections as the screen shows them; those without links are left out. */
export async function listPortals(): Promise<PortalSection[]> {
  const own = await listOwnPortals();
  return own.length ? own.filter(({ links }) => links.length > 0) : defaultPortals();
}

/** One change at a time, so that no two together exceed a limit. */
const change = (member: Member, work: (tx: Tx) => Promise<unknown>): Promise<void> => {
  if (member.role !== 'admin') throw notFound();
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table portal_sections in share row exclusive mode`);
    await work(tx);
  });
};

const countOf = async (tx: Tx, table: 'portal_sections' | 'portal_links', where = sql`true`) => {
  const [row] = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(table)} where ${where}`,
  );
  return row!.count;
};

async function insertSection(tx: Tx, title: string): Promise<number> {
  if ((await countOf(tx, 'portal_sections')) >= maxSections)
    throw invalid(`At most ${maxSections} sections.`, 'title');
  return (await insertRow(tx, 'portal_sections', { title })).id;
}

async function insertLink(tx: Tx, sectionId: number, link: PortalLink): Promise<void> {
  if ((await countOf(tx, 'portal_sections', sql`id = ${sectionId}`)) === 0) throw notFound();
  if ((await countOf(tx, 'portal_links', sql`section_id = ${sectionId}`)) >= maxLinks)
    throw invalid(`At most ${maxLinks} links in a section.`, 'label');
  await insertRow(tx, 'portal_links', { sectionId, ...link });
}

/** Nothing happens where there are sections already. */
export const copyDefaultPortals = (member: Member): Promise<void> =>
  change(member, async (tx) => {
    if ((await countOf(tx, 'portal_sections')) > 0) return;
    for (const { title, links } of defaultPortals()) {
      const id = await insertSection(tx, title);
      for (const link of links) await insertLink(tx, id, link);
    }
  });

export const deleteAllPortals = (member: Member): Promise<void> =>
  change(member, (tx) => tx.execute(sql`delete from portal_sections`));

export const addPortalSection = (member: Member, title: string): Promise<void> =>
  change(member, (tx) => insertSection(tx, title));

export const addPortalLink = (member: Member, sectionId: number, link: PortalLink): Promise<void> =>
  change(member, (tx) => insertLink(tx, sectionId, link));

type Table = 'portal_sections' | 'portal_links';

const mustExist = async (tx: Tx, table: Table, id: number) => {
  if ((await countOf(tx, table, sql`id = ${id}`)) === 0) throw notFound();
};

export const changePortal = (
  member: Member,
  table: Table,
  id: number,
  fields: Partial<PortalLink> & { title?: string },
): Promise<void> =>
  change(member, async (tx) => {
    await mustExist(tx, table, id);
    await updateRow(tx, table, sql`id = ${id}`, fields);
  });

export const deletePortal = (member: Member, table: Table, id: number): Promise<void> =>
  change(member, async (tx) => {
    await mustExist(tx, table, id);
    await tx.execute(sql`delete from ${sql.identifier(table)} where id = ${id}`);
  });
