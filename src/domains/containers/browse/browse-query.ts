import { toLine } from '#lib/fields.ts';
import { pageNumber, parseId } from '#lib/url-numbers.ts';

/** The filters of a list of containers, which are kept in its address. */
export interface BrowseQuery<Order extends string, Text extends string> {
  texts: Record<Text, string>;
  /** 0: all. */
  categoryId: number;
  order: Order;
  /** From 1. */
  page: number;
  isFiltered: boolean;
  /** Those that differ from the first list, for links to it. */
  chosen: Array<[string, string]>;
}

/** @param orders the first is the default */
export function readBrowseQuery<Order extends string, Text extends string>(
  query: URLSearchParams,
  orders: readonly Order[],
  textNames: readonly Text[],
): BrowseQuery<Order, Text> {
  const texts = Object.fromEntries(
    textNames.map((name) => [name, toLine(query.get(name) ?? '', 100)]),
  ) as Record<Text, string>;
  const categoryId = parseId(query.get('category')) ?? 0;
  const order = orders.find((one) => one === query.get('order')) ?? orders[0]!;
  const filters: Record<string, string> = {
    ...texts,
    category: categoryId ? String(categoryId) : '',
    order: order === orders[0] ? '' : order,
  };
  return {
    texts,
    categoryId,
    order,
    page: pageNumber(query.get('page')),
    isFiltered: categoryId > 0 || textNames.some((name) => texts[name] !== ''),
    chosen: Object.entries(filters).filter(([, value]) => value !== ''),
  };
}
