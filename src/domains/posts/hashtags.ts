import { findLinks } from '#lib/text.ts';

/**
 * What makes two hashtags one: not their letter case, and not how their characters were composed.
 */
export const hashtagKey = (tag: string): string =>
  tag.replace(/^#/, '').normalize('NFKC').toLowerCase();

/** The subjects of a text without their #, as first written, each once. */
export function hashtagsOf(body: string): string[] {
  if (!body.includes('#')) return [];
  const found = new Map<string, string>();
  for (const { kind, text } of findLinks(body)) {
    if (kind === 'hashtag' && !found.has(hashtagKey(text)))
      found.set(hashtagKey(text), text.slice(1));
  }
  return [...found.values()];
}

/** As rows of `post_hashtags` keep them. */
export const hashtagKeysOf = (body: string): string[] => hashtagsOf(body).map(hashtagKey);
