import type { APIRoute } from 'astro';
import { listProfileSitemapPage } from '#domains/profiles/public-profiles.server.ts';
import { env } from '#server/env.ts';
import { notFound } from '#server/errors.ts';
import { xmlAnswer } from '#server/http/xml-answer.ts';

export const access = 'public';

export const GET: APIRoute = async ({ params, request }) => {
  const { PUBLIC_ORIGIN, PUBLIC_READING } = env();
  if (!/^[1-9]\d{0,6}$/.test(params.page ?? '') || !PUBLIC_READING) throw notFound();
  const profiles = await listProfileSitemapPage(Number(params.page));
  if (!profiles) throw notFound();
  const urls = profiles.map((id) => `<url><loc>${PUBLIC_ORIGIN}/profile/${id}/posts</loc></url>`);
  return xmlAnswer(
    request,
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`,
    { seconds: 3_600 },
  );
};
