import { createHash } from 'node:crypto';
import type { PreviewPicture } from '#lib/preview-picture.ts';
import { env } from '#server/env.ts';
import { cardSize } from '#server/pictures/pictures.ts';
import type { CardWords } from '#server/pictures/task.ts';

/** The words on a card: the name of something, and its first words. */
export interface PreviewWords {
  title: string;
  text: string;
}

/** Changes with the look of all cards. */
const look = 1;

/** The font has no emoji. */
const drawable = (text: string) =>
  text
    .replace(/[\p{Extended_Pictographic}\uFE0F\u200D]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();

export function toCardWords({ title, text }: PreviewWords): CardWords {
  const site = env().SITE_NAME;
  return { title: drawable(title) || site, text: drawable(text), site: drawable(site) };
}

/** Names a card by all that is drawn on it. */
export const cardVersion = (words: CardWords): string =>
  createHash('sha256')
    .update(JSON.stringify([look, words]))
    .digest('base64url')
    .slice(0, 16);

/**
 * A drawn picture for something without one, at an address that changes with its words.
 * @param type `post`, `profile` or a kind of container
 */
export const cardPicture = (type: string, id: number, words: PreviewWords): PreviewPicture => ({
  src: `${env().PUBLIC_ORIGIN}/previews/${type}/${id}/${cardVersion(toCardWords(words))}.jpg`,
  ...cardSize,
  alt: words.title,
});
