import type { APIRoute } from 'astro';
import { env } from '#server/env.ts';
import { isInSafeMode } from '#server/safe-mode.ts';

export const access = 'public';

export const GET: APIRoute = () => {
  const { PUBLIC_ORIGIN, PUBLIC_READING } = env();
  const lines =
    PUBLIC_READING && !isInSafeMode()
      ? [
          'User-agent: *',
          'Allow: /',
          'Disallow: /api/',
          'Disallow: /login',
          'Disallow: /signup',
          'Disallow: /home',
          '',
          `Sitemap: ${PUBLIC_ORIGIN}/sitemap.xml`,
        ]
      : ['User-agent: *', 'Disallow: /'];
  return new Response(`${lines.join('\n')}\n`, {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    },
  });
};
