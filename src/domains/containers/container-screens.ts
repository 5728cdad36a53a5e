import { isolate } from '#lib/names.ts';

/** The words and addresses that the frames of a kind of container need. */
export interface ContainerScreens<Tab extends string> {
  noun: string;
  /** The tabs by their last path segment; `posts` is the front. */
  tabs: Readonly<Record<Tab | 'posts', string>>;
  path: (id: number, tab: Tab | 'posts') => string;
}

/** An item with an address of its own, such as an album. */
export interface ItemBelow {
  path: string;
  title: string;
}

export interface ContainerScreen {
  path: string;
  /** Title of the document. */
  title: string;
  isFront: boolean;
}

/** The screen of a tab, or of an item below it. */
export function toContainerScreen<Tab extends string>(
  { tabs, path }: ContainerScreens<Tab>,
  { id, title }: { id: number; title: string },
  tab: Tab | 'posts',
  item?: ItemBelow,
): ContainerScreen {
  const isFront = tab === 'posts';
  const part = item ? isolate(item.title) : tabs[tab];
  return {
    path: item?.path ?? path(id, tab),
    title: isFront ? title : `${part} · ${isolate(title)}`,
    isFront,
  };
}
