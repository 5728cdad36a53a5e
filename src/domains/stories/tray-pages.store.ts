import { browseStories } from './stories.calls.ts';
import type { StoryGroup } from './stories.schema.ts';
import { $groupChanges, $groups } from './stories.store.ts';
import { pageAfter } from './tray.rules.ts';

export interface Further {
  /** Those that are not known yet, in their order. */
  groups: StoryGroup[];
  /** The last page that was asked for. */
  page: number;
  hasMore: boolean;
}

/**
 * Who comes after those who are known. @param removed how many have left the strip since its first
 * page
 */
export async function furtherGroups(
  known: StoryGroup[],
  page: number,
  removed = 0,
): Promise<Further> {
  const moved = Object.values($groupChanges.get()).filter(Boolean).length + removed;
  const ids = new Set(known.map(({ owner_id }) => owner_id));
  const isNew = ({ owner_id }: StoryGroup) => !ids.has(owner_id);
  let response: StoryGroup[] = [];
  let asked = page;
  do {
    ({ response } = await browseStories({ page: pageAfter(asked, moved) }));
    asked += 1;
  } while (response.length && !response.some(isNew));
  return { groups: response.filter(isNew), page: asked, hasMore: response.length > 0 };
}

let ofStrip: (() => Promise<void>) | undefined;
let page = 0;
let isAll = false;

/** A strip that is awake brings further groups itself. Gives what ends it. */
export function takeMore(more: () => Promise<void>): () => void {
  ofStrip = more;
  return () => void (ofStrip = ofStrip === more ? undefined : ofStrip);
}

/**
 * Adds to `$groups` who comes next. Without an answer there is no way on from here, and the next
 * step asks again.
 */
export async function moreGroups(): Promise<void> {
  if (ofStrip) return ofStrip();
  if (isAll) return;
  const known = $groups.get() ?? [];
  try {
    const further = await furtherGroups(known, page);
    page = further.page;
    isAll = !further.hasMore;
    $groups.set([...($groups.get() ?? []), ...further.groups]);
  } catch {
    // See above.
  }
}
