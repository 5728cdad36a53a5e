import { isolate } from '#lib/names.ts';
import type { ItemType } from '#lib/wire-names.ts';

/** An item named in a headline, shown as a link. */
export interface HeadlineItem {
  type: ItemType;
  id: number;
  label: string;
}

/** The sentence after the author's name, and the item that ends it: 'is now friends with' Bo. */
export interface Headline {
  text: string;
  item?: HeadlineItem | undefined;
}

/** The whole sentence without a full stop; empty without a headline. */
export function headlineText(name: string, headline: Headline | undefined): string {
  if (!headline) return '';
  const { text, item } = headline;
  return [isolate(name), text, ...(item ? [isolate(item.label)] : [])].join(' ');
}
