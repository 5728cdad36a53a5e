import type { APIRoute } from 'astro';
import { sitemapFile } from '#app/sitemap.ts';

export const access = 'public';

export const GET: APIRoute = ({ params: { name, page }, request }) =>
  sitemapFile(request, name!, page);
