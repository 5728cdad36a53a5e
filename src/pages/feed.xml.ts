import type { APIRoute } from 'astro';
import { deedSentence } from '#domains/posts/deed.rules.ts';
import { latestPublicPosts } from '#domains/posts/public-posts.server.ts';
import { shorten } from '#lib/text.ts';
import { xml } from '#lib/xml.ts';
import { env } from '#server/env.ts';
import { xmlAnswer } from '#server/http/xml-answer.ts';

/** Atom 1.0 of the newest public posts. */
export const GET: APIRoute = async () => {
  const { PUBLIC_ORIGIN, PUBLIC_READING, SITE_NAME } = env();
  const posts = PUBLIC_READING ? await latestPublicPosts(50) : [];
  const entries = posts.map(({ id, author, body, publishedAt, modifiedAt, ...told }) => {
    const url = `${PUBLIC_ORIGIN}/posts/${id}`;
    const title = shorten(body.replace(/\s+/g, ' ').trim() || deedSentence(author, told) || `A post by ${author}`, 80, 76);
    return `<entry><id>${url}</id><title>${xml(title)}</title><link href="${url}"/><author><name>${xml(author)}</name></author><published>${publishedAt.toISOString()}</published><updated>${modifiedAt.toISOString()}</updated><content type="text">${xml(body)}</content></entry>`;
  });
  const updated = (posts[0]?.modifiedAt ?? new Date(0)).toISOString();
  return xmlAnswer(
    `<feed xmlns="http://www.w3.org/2005/Atom"><id>${PUBLIC_ORIGIN}/</id><title>${xml(SITE_NAME)}</title><link rel="self" href="${PUBLIC_ORIGIN}/feed.xml"/><link href="${PUBLIC_ORIGIN}/"/><updated>${updated}</updated>${entries.join('')}</feed>`,
    0,
    'application/atom+xml',
  );
};
