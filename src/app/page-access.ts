import { memberPages, publicPages } from 'virtual:page-access';

/** Pages that read nothing for a visitor: they are served even while the database is away. */
const withoutDatabase = new Set(['/login', '/forgot-password', '/help/terms', '/help/privacy']);

export const isServedWithoutDatabase = (method: string | undefined, path: string) =>
  (method === 'GET' || method === 'HEAD') && withoutDatabase.has(path);

const publicPatterns = new Set(publicPages);

/** Whether the page says `export const access = 'public'`; others send visitors to /login. */
export const isPublicPage = (pattern: string) => publicPatterns.has(pattern);

const memberPatterns = new Set(memberPages);

/**
 * Whether members get a page of src/pages/for-members at this address. The folder's own addresses
 * lead nowhere.
 */
export const hasMemberPage = (pattern: string) => memberPatterns.has(pattern);
