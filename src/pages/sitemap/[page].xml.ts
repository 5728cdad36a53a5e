import type { APIRoute } from 'astro';
import { listSitemapPage } from '#domains/posts/public-posts.server.ts';
import { env } from '#server/env.ts';
import { notFound } from '#server/errors.ts';
import { xmlAnswer } from '#server/http/xml-answer.ts';

export const access = 'public';

export const GET: APIRoute = async ({ params, request }) => {
  const { PUBLIC_ORIGIN, PUBLIC_READING } = env();
  if (!/^[1-9]\d{0,6}$/.test(params.page ?? '') || !PUBLIC_READING) throw notFound();
  const posts = await listSitemapPage(Number(params.page));
  if (!posts) throw notFound();
  const urls = posts.map(
    ({ id, modifiedAt }) =>
      `<url><loc>${PUBLIC_ORIGIN}/posts/${id}</loc><lastmod>${modifiedAt.toISOString()}</lastmod></url>`,
  );
  return xmlAnswer(
    request,
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`,
    { seconds: 3_600 },
  );
};
