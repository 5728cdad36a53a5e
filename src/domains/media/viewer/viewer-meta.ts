import { shorten } from '#lib/text.ts';
import { itemTitle, openedIndex } from './viewer.rules.ts';
import type { ViewerSet } from './viewer.schema.ts';

export interface ViewerMeta {
  title: string;
  description: string;
  url: string;
  image: { src: string; width: number; height: number; alt: string } | undefined;
}

/**
 * What search engines and link previews show of a picture or video: what its reader sees anyway.
 * @param origin PUBLIC_ORIGIN
 */
export function viewerMeta(set: ViewerSet, origin: string): ViewerMeta {
  const { items, total } = set;
  const item = items[openedIndex(set)]!;
  const title = itemTitle(item, total);
  const words = (item.description || item.picture?.alt || '').replace(/\s+/g, ' ').trim();
  const { image_main: image } = item;
  return {
    title,
    description: shorten(words || `${title}.`, 200, 190),
    url: origin + item.content_url,
    image: image && {
      src: new URL(image.src, origin).href,
      width: image.width,
      height: image.height,
      alt: item.picture?.alt || title,
    },
  };
}
