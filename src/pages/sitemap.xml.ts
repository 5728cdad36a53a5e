import type { APIRoute } from 'astro';
import { sitemapIndex } from '#app/sitemap.ts';

export const access = 'public';

export const GET: APIRoute = ({ request }) => sitemapIndex(request);
