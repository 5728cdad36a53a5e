import { memberPages, publicPages } from 'virtual:page-access';
import { containerTypes, eachContainer } from '#lib/container-types.ts';
import { env } from '#server/env.ts';

/** Pages that read nothing for a visitor: they are served even while the database is away. */
const withoutDatabase = new Set(['/login', '/forgot-password', '/help/terms', '/help/privacy']);

export const isServedWithoutDatabase = (method: string | undefined, path: string) =>
  (method === 'GET' || method === 'HEAD') && withoutDatabase.has(path);

const publicPatterns = new Set(publicPages);

const areas = eachContainer('mediaFolder');
/** Screens of containers, but for whoever has a token, and for programs that read calendars and feeds. */
const isOfContainers = (pattern: string) =>
  containerTypes.some((type) => `${pattern}/`.startsWith(`/${areas[type]}/`)) &&
  !/\.\w+$|(?<!\/join)\/\[token\]$/.test(pattern);

/**
 * Whether the page says `export const access = 'public'`; others send visitors to /login, and so do
 * screens of containers where visitors read nothing.
 */
export const isPublicPage = (pattern: string) =>
  publicPatterns.has(pattern) && (env().PUBLIC_READING || !isOfContainers(pattern));

const memberPatterns = new Set(memberPages);

/**
 * Whether members get a page of src/pages/for-members at this address. The folder's own addresses
 * lead nowhere.
 */
export const hasMemberPage = (pattern: string) => memberPatterns.has(pattern);
