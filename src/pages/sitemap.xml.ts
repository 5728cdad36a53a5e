import type { APIRoute } from 'astro';
import { countSitemapPages } from '#domains/posts/public-posts.server.ts';
import { countProfileSitemapPages } from '#domains/profiles/public-profiles.server.ts';
import { env } from '#server/env.ts';
import { xmlAnswer } from '#server/http/xml-answer.ts';

export const access = 'public';

/**
 * The sitemap index: search engines accept at most 50,000 URLs per file, and a small server should
 * not build that many at once.
 */
export const GET: APIRoute = async ({ request }) => {
  const { PUBLIC_ORIGIN, PUBLIC_READING } = env();
  const [posts, profiles] = PUBLIC_READING
    ? await Promise.all([countSitemapPages(), countProfileSitemapPages()])
    : [0, 0];
  const pages = (count: number, folder: string) =>
    Array.from(
      { length: count },
      (_, index) =>
        `<sitemap><loc>${PUBLIC_ORIGIN}/sitemap/${folder}${index + 1}.xml</loc></sitemap>`,
    ).join('');
  return xmlAnswer(
    request,
    `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages(posts, '')}${pages(profiles, 'profiles/')}</sitemapindex>`,
    { seconds: 3_600 },
  );
};
