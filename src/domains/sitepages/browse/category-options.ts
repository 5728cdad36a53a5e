import type { CategoryNode } from './page-list.server.ts';

/** The tree of categories as options of one select; deeper levels are indented. */
export const toCategoryOptions = (
  nodes: CategoryNode[],
  isCounted = false,
  depth = 0,
): Array<[id: number, label: string]> =>
  nodes.flatMap(({ id, title, count, children }): Array<[number, string]> => [
    [id, `${'\u2003'.repeat(depth)}${title}${isCounted ? ` (${count})` : ''}`],
    ...toCategoryOptions(children, isCounted, depth + 1),
  ]);
