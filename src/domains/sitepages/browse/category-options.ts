import type { CategoryOption } from '#domains/containers/browse/browse-kind.ts';
import type { CategoryNode } from './page-list.server.ts';

/** The tree of categories as options of one select; deeper levels are indented. */
export const toCategoryOptions = (
  nodes: CategoryNode[],
  isCounted = false,
  depth = 0,
): CategoryOption[] =>
  nodes.flatMap(({ id, title, count, children }): CategoryOption[] => [
    [id, `${'\u2003'.repeat(depth)}${title}${isCounted ? ` (${count})` : ''}`, count],
    ...toCategoryOptions(children, isCounted, depth + 1),
  ]);
