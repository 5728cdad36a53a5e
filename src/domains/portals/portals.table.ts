import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';

/** Groups of links of the screen /portals. Without any, the screen has its own (default-portals.ts). */
export const portalSections = pgTable(
  'portal_sections',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    title: text().notNull(),
  },
  (table) => [check('portal_sections_title', sql`char_length(${table.title}) between 1 and 64`)],
);

export const portalLinks = pgTable(
  'portal_links',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    sectionId: integer('section_id')
      .notNull()
      .references(() => portalSections.id, { onDelete: 'cascade' }),
    label: text().notNull(),
    /** The reason to follow it. */
    text: text().notNull().default(''),
    /** A path of this site, or an address of another. */
    href: text().notNull(),
  },
  (table) => [
    index('portal_links_section').on(table.sectionId, table.id),
    check('portal_links_label', sql`char_length(${table.label}) between 1 and 64`),
  ],
);
