import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, timestamptz } from '#server/columns.ts';

/** Metadata of a page: plain text, truncated. */
export interface LinkFacts {
  title: string;
  description: string;
  siteName: string;
  /** Address of its picture, fetched by the server only. */
  picture?: string;
}

/** Cache of page metadata for 24 hours. Does not record who asked. */
export const linkPreviews = pgTable(
  'link_previews',
  {
    /** SHA-256 of the address, which may be too long for an index. */
    key: bytea().primaryKey(),
    url: text().notNull(),
    /** Null if the page could not be read. */
    metadata: jsonb().$type<LinkFacts>(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [index('link_previews_expiry').on(table.expiresAt)],
);
