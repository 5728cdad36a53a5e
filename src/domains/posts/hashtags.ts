import { findLinks } from '#lib/text.ts';

/** Normalized form of a hashtag: case and Unicode composition do not matter. */
export const hashtagKey = (tag: string): string =>
  tag.replace(/^#/, '').normalize('NFKC').toLowerCase();

/** Hashtags of a text without #, as first written, without duplicates. */
export function hashtagsOf(body: string): string[] {
  if (!body.includes('#')) return [];
  const found = new Map<string, string>();
  for (const { kind, text } of findLinks(body)) {
    if (kind === 'hashtag' && !found.has(hashtagKey(text)))
      found.set(hashtagKey(text), text.slice(1));
  }
  return [...found.values()];
}

/** Hashtags as stored in `post_hashtags`. */
export const hashtagKeysOf = (body: string): string[] => hashtagsOf(body).map(hashtagKey);
