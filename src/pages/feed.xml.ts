import type { APIRoute } from 'astro';
import { toPost } from '#domains/posts/posts.model.ts';
import { atomFeed } from '#domains/posts/public/atom.ts';
import { latestPublicPosts } from '#domains/posts/public/public-posts.server.ts';
import { env } from '#server/env.ts';
import { xmlAnswer } from '#server/http/xml-answer.ts';

export const access = 'public';

/** Atom 1.0 of the newest public posts. */
export const GET: APIRoute = async ({ request }) => {
  const { PUBLIC_ORIGIN: origin, PUBLIC_READING, SITE_NAME: name } = env();
  const posts = PUBLIC_READING ? await latestPublicPosts(50, origin) : [];
  return xmlAnswer(request, atomFeed(posts.map(toPost), { origin, name }), {
    seconds: 0,
    type: 'application/atom+xml',
  });
};
