import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, timestamptz } from '#server/columns.ts';

/** What a page says of itself: plain text, cut. */
export interface LinkFacts {
  title: string;
  description: string;
  siteName: string;
  /** Its picture, where it lies. Only the server ever asks for it. */
  picture?: string;
}

/**
 * What links led to, for 24 hours, so that a page that many link to is asked once. Nothing of who
 * asked is in it.
 */
export const linkPreviews = pgTable(
  'link_previews',
  {
    /** SHA-256 of the address: addresses may be longer than an index takes. */
    key: bytea().primaryKey(),
    url: text().notNull(),
    /** Null where nothing came of it. */
    metadata: jsonb().$type<LinkFacts>(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [index('link_previews_expiry').on(table.expiresAt)],
);
