import type { APIRoute } from 'astro';
import { visitor } from '#domains/policy/viewer.ts';
import { toPost } from '#domains/posts/posts.model.ts';
import { readPost } from '#domains/posts/posts.server.ts';
import { postMeta } from '#domains/posts/public/post-meta.ts';
import { toJpeg } from '#lib/preview-picture.ts';
import { env } from '#server/env.ts';
import { notFound } from '#server/errors.ts';

export const access = 'public';

const toLimit = (value: string | null): number =>
  value && /^\d{1,5}$/.test(value) ? Number(value) : Infinity;

/** oEmbed 1.0, type "link": data about a public post for other sites, as a visitor may see it. */
export const GET: APIRoute = async ({ url }) => {
  const { PUBLIC_ORIGIN, SITE_NAME } = env();
  const target = url.searchParams.get('url') ?? '';
  const id =
    target.startsWith(`${PUBLIC_ORIGIN}/`) && URL.canParse(target)
      ? /^\/posts\/([1-9]\d{0,15})$/.exec(new URL(target).pathname)?.[1]
      : undefined;
  if (url.searchParams.get('format') === 'xml')
    return new Response('Only JSON is offered.\n', { status: 501 });
  if (!id) throw notFound();
  const post = toPost(await readPost(visitor, Number(id)));
  const meta = postMeta(post, [], PUBLIC_ORIGIN);
  const [maxWidth, maxHeight] = [
    toLimit(url.searchParams.get('maxwidth')),
    toLimit(url.searchParams.get('maxheight')),
  ];
  const thumbnail = meta.sizes.find(
    ({ width, height }) => width <= maxWidth && height <= maxHeight,
  );
  return Response.json(
    {
      version: '1.0',
      type: 'link',
      title: meta.title,
      author_name: post.author.displayname,
      author_url: meta.authorUrl,
      provider_name: SITE_NAME,
      provider_url: PUBLIC_ORIGIN,
      ...(thumbnail
        ? {
            thumbnail_url: toJpeg(thumbnail).src,
            thumbnail_width: thumbnail.width,
            thumbnail_height: thumbnail.height,
          }
        : {}),
    },
    // It contains the author's text: caches must revalidate, so that a deleted post disappears
    // there too.
    {
      headers: {
        'cache-control': 'public, max-age=0, must-revalidate',
        'cross-origin-resource-policy': 'cross-origin',
      },
    },
  );
};
