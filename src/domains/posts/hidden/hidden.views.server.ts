import type { Hidden } from '#domains/posts/posts.schema.ts';
import { toWireType, type ItemType } from '#lib/wire-names.ts';

/** Offers to undo hiding a post or an author, and to hide everything of the author. */
export const hiddenView = (
  hidden: { type: ItemType; id: number },
  author: { type: ItemType; id: number },
): Hidden => ({
  undo: {
    name: 'undo',
    label: 'Undo',
    url: 'advancedactivity/feeds/un-hide-item',
    urlParams: { type: toWireType(hidden.type), id: hidden.id },
  },
  hide_all: {
    name: 'hide_all',
    label: 'Hide All',
    url: 'advancedactivity/feeds/hide-item',
    urlParams: { type: toWireType(author.type), id: author.id },
  },
});
