/**
 * Screens that need no account, by route pattern; everything else sends visitors to /login
 * (tests/rules lists them again).
 */
const publicRoutes = new Set([
  '/',
  '/404',
  '/500',
  '/offline',
  '/login',
  '/login/two-factor',
  '/logout',
  '/signup',
  '/signup/verify',
  '/signup/verify/email/[email]/token/[token]/verify/[code]',
  '/forgot-password',
  '/reset-password/[code]/[uid]',
  '/first-administrator/[code]',
  '/confirm-email/[code]/[uid]',
  '/unsubscribe/[token]',
  '/posts/[id]',
  '/posts/[id]/[kind]/[mediaId]',
  '/albums/[id]',
  '/comments/[id]',
  '/comments/[id]/photo/[mediaId]',
  '/profile/[id]',
  '/profile/[id]/posts',
  '/profile/[id]/info',
  '/profile/[id]/friends',
  '/profile/[id]/videos',
  '/profile/[id]/videos/[videoId]',
  '/profile/[id]/albums',
  '/profile/[id]/albums/[albumId]',
  '/profile/[id]/albums/[albumId]/photo/[mediaId]',
  '/help/[text]',
  '/sitemap.xml',
  '/sitemap/[page].xml',
  '/sitemap/profiles/[page].xml',
  '/robots.txt',
  '/manifest.webmanifest',
  '/feed.xml',
  '/oembed',
  '/api/docs',
  '/api/openapi.json',
]);

/** Read nothing for a visitor who only looks: they are served also while the database is away. */
const onOwnFeet = new Set(['/login', '/forgot-password', '/help/terms', '/help/privacy']);

export const isOnOwnFeet = (method: string | undefined, path: string) =>
  (method === 'GET' || method === 'HEAD') && onOwnFeet.has(path);

export const isPublicRoute = (pattern: string) => publicRoutes.has(pattern);

/**
 * Screens that members get from src/pages/for-members, at the same address. By that folder's own
 * addresses nothing is found.
 */
const memberScreens = new Set([
  '/',
  '/posts/[id]',
  '/profile/[id]/posts',
  '/profile/[id]/info',
  '/profile/[id]/videos',
  '/profile/[id]/friends',
  '/profile/[id]/albums',
  '/profile/[id]/albums/[albumId]',
  '/help/[text]',
]);

export const hasMemberScreen = (pattern: string) => memberScreens.has(pattern);
