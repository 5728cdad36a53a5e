import { browseStories } from '#domains/stories/stories.calls.ts';
import { toTrayPage, type StoryGroupModel } from '#domains/stories/stories.model.ts';
import { $groupChanges, $groups } from '#domains/stories/stories.store.ts';
import { pageAfter } from './tray.rules.ts';

export interface NextGroups {
  /** Groups not known before, in order. */
  groups: StoryGroupModel[];
  /** The last page requested. */
  page: number;
  hasMore: boolean;
}

/**
 * Loads the groups after the known ones.
 * @param removed number of groups that left the tray since its first page
 */
export async function loadNextGroups(
  known: StoryGroupModel[],
  page: number,
  removed = 0,
): Promise<NextGroups> {
  const moved = Object.values($groupChanges.get()).filter(Boolean).length + removed;
  const ids = new Set(known.map(({ owner }) => owner.id));
  const isNew = ({ owner }: StoryGroupModel) => !ids.has(owner.id);
  let groups: StoryGroupModel[] = [];
  let requestedPage = page;
  do {
    ({ groups } = toTrayPage(await browseStories({ page: pageAfter(requestedPage, moved) })));
    requestedPage += 1;
  } while (groups.length && !groups.some(isNew));
  return { groups: groups.filter(isNew), page: requestedPage, hasMore: groups.length > 0 };
}

let loadMoreInTray: (() => Promise<void>) | undefined;
let page = 0;
let isAll = false;

/** Lets a hydrated tray load further groups itself. Returns a function that unregisters it. */
export function registerTray(more: () => Promise<void>): () => void {
  loadMoreInTray = more;
  return () => void (loadMoreInTray = loadMoreInTray === more ? undefined : loadMoreInTray);
}

/**
 * Appends the next groups to `$groups`. On failure there is no next person; the next step tries
 * again.
 */
export async function loadMoreGroups(): Promise<void> {
  if (loadMoreInTray) return loadMoreInTray();
  if (isAll) return;
  const known = $groups.get() ?? [];
  try {
    const further = await loadNextGroups(known, page);
    page = further.page;
    isAll = !further.hasMore;
    $groups.set([...($groups.get() ?? []), ...further.groups]);
  } catch {
    // Tried again by the next step.
  }
}
