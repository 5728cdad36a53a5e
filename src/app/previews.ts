import { visitor } from '#domains/policy/viewer.ts';
import { toPost } from '#domains/posts/posts.model.ts';
import { readPost } from '#domains/posts/posts.server.ts';
import { postWords } from '#domains/posts/public/post-meta.ts';
import { profileMeta } from '#domains/profiles/profile-meta.ts';
import { readProfile } from '#domains/profiles/profiles.server.ts';
import { entriesOf } from '#server/domain.ts';
import { env } from '#server/env.ts';
import { notFound } from '#server/errors.ts';
import { cardPicture, cardVersion, toCardWords, type PreviewWords } from '#server/preview-card.ts';
import { cardOf } from '#server/preview-pictures.ts';

/** Reads the words as a visitor; throws not found for all that visitors may not read now. */
async function wordsOf(type: string, id: number): Promise<PreviewWords> {
  const { PUBLIC_ORIGIN, PUBLIC_READING, SITE_NAME } = env();
  if (!PUBLIC_READING) throw notFound();
  if (type === 'post') return postWords(toPost(await readPost(visitor, id)), PUBLIC_ORIGIN);
  if (type === 'profile') {
    const profile = await readProfile(visitor, id);
    const { description } = profileMeta(profile, { origin: PUBLIC_ORIGIN, name: SITE_NAME });
    return { title: profile.displayname, text: description };
  }
  const kind = entriesOf('containerScreens').get(type);
  if (!kind) throw notFound();
  const row = await kind.read(visitor, { itemId: id });
  return { title: row.title, text: kind.meta(row, PUBLIC_ORIGIN).description };
}

/**
 * Draws the card of something that has no picture. Checks the audience on every request, so that a
 * narrower one ends access at once; an older version redirects to the current one.
 */
export async function previewCard(
  request: Request,
  type: string,
  id: number,
  version: string,
): Promise<Response> {
  const named = await wordsOf(type, id);
  const words = toCardWords(named);
  const current = cardVersion(words);
  if (version !== current) {
    const { src } = cardPicture(type, id, named);
    return new Response(null, {
      status: 302,
      headers: { location: src, 'cache-control': 'private, no-store' },
    });
  }
  const headers = {
    'content-type': 'image/jpeg',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'public, max-age=0, must-revalidate',
    'cross-origin-resource-policy': 'cross-origin',
    etag: `"${current}"`,
  };
  if (request.headers.get('if-none-match')?.includes(headers.etag))
    return new Response(null, { status: 304, headers });
  const picture = await cardOf(current, words);
  return new Response(new Uint8Array(picture), { headers });
}
