import type { APIRoute } from 'astro';
import { env } from '#server/env.ts';

export const access = 'public';

/** The web app manifest, with the community's own name. */
export const GET: APIRoute = () => {
  const { SITE_NAME } = env();
  const icon = (src: string, sizes: string, purpose = 'any') => ({
    src,
    sizes,
    type: 'image/png',
    purpose,
  });
  const shortcut = (name: string, url: string, image: string) => ({
    name,
    url,
    icons: [icon(`/shortcut-${image}.png`, '96x96')],
  });
  const manifest = {
    id: '/home',
    lang: 'en',
    name: SITE_NAME,
    short_name: SITE_NAME,
    start_url: '/home',
    scope: '/',
    display: 'standalone',
    background_color: '#f8f4ee',
    theme_color: '#fdfcfa',
    icons: [
      icon('/icon-192.png', '192x192'),
      icon('/icon-512.png', '512x512'),
      icon('/icon-maskable-512.png', '512x512', 'maskable'),
    ],
    shortcuts: [
      shortcut('Write a post', '/home#create', 'write'),
      shortcut('Messages', '/messages', 'messages'),
      shortcut('Notifications', '/notifications', 'notifications'),
      shortcut('Search', '/search', 'search'),
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: {
      'content-type': 'application/manifest+json',
      'cache-control': 'public, max-age=86400',
    },
  });
};
