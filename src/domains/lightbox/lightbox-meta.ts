import { shorten } from '#lib/text.ts';
import type { LightboxSetModel } from './lightbox.model.ts';
import { itemTitle, openedIndex } from './lightbox.rules.ts';

export interface LightboxMeta {
  title: string;
  description: string;
  url: string;
  image: { src: string; width: number; height: number; alt: string } | undefined;
}

/**
 * Metadata of a picture or video for search engines and link previews: only public content.
 * @param origin PUBLIC_ORIGIN
 */
export function lightboxMeta(set: LightboxSetModel, origin: string): LightboxMeta {
  const { items, total } = set;
  const item = items[openedIndex(set)]!;
  const title = itemTitle(item, total);
  const words = (item.description || item.picture?.alt || '').replace(/\s+/g, ' ').trim();
  const { image } = item;
  return {
    title,
    description: shorten(words || `${title}.`, 200, 190),
    url: origin + item.url,
    image: image && {
      src: new URL(image.src, origin).href,
      width: image.width,
      height: image.height,
      alt: item.picture?.alt || title,
    },
  };
}
