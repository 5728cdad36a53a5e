import type { APIRoute } from 'astro';
import { env } from '#server/env.ts';

/** What systems need to install the site as an app, under the community's own name. */
export const GET: APIRoute = () => {
  const { SITE_NAME } = env();
  const icon = (src: string, sizes: string, purpose = 'any') => ({ src, sizes, type: 'image/png', purpose });
  const manifest = {
    id: '/home',
    name: SITE_NAME,
    short_name: SITE_NAME,
    start_url: '/home',
    scope: '/',
    display: 'standalone',
    background_color: '#f8f4ee',
    theme_color: '#fdfcfa',
    icons: [icon('/icon-192.png', '192x192'), icon('/icon-512.png', '512x512'), icon('/icon-maskable-512.png', '512x512', 'maskable')],
  };
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=86400' } });
};
