import type { APIRoute } from 'astro';
import { countSitemapPages } from '#domains/posts/public-posts.server.ts';
import { env } from '#server/env.ts';
import { xmlAnswer } from '#server/http/xml-answer.ts';

/** The index: search engines take at most 50,000 addresses in one file, and a small server should not build that many at once. */
export const GET: APIRoute = async () => {
  const { PUBLIC_ORIGIN, PUBLIC_READING } = env();
  const count = PUBLIC_READING ? await countSitemapPages() : 0;
  const pages = Array.from({ length: count }, (_, index) => `<sitemap><loc>${PUBLIC_ORIGIN}/sitemap/${index + 1}.xml</loc></sitemap>`);
  return xmlAnswer(`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages.join('')}</sitemapindex>`, 3_600);
};
