import { useEffect, useRef, useState } from 'react';
import { useEnd } from '#domains/stories/player/use-end.ts';
import { browseStories } from '#domains/stories/stories.calls.ts';
import { toTrayPage, type StoryGroupModel, type TrayPage } from '#domains/stories/stories.model.ts';
import { $groupChanges, readGroup } from '#domains/stories/stories.store.ts';
import { readIslandData, type IslandData } from '#lib/island-data.ts';
import { oneAtATime } from '#lib/one-at-a-time.ts';
import { RestError } from '#lib/rest.ts';
import { loadNextGroups, registerTray } from './tray-pages.store.ts';
import { subscribeToUpdates } from './tray-updates.ts';
import { endedAt, insertGroup, nextEnd } from './tray.rules.ts';

/**
 * Maximum number of changed owners to request one by one; beyond that the first page is reloaded.
 */
const maxSingleReloads = 3;

interface Groups {
  groups: StoryGroupModel[];
  page: number;
  hasMore: boolean;
}

const firstPage = ({ groups, total }: TrayPage): Groups => ({
  groups,
  page: 1,
  hasMore: total > groups.length,
});

/** Loads the group of one member, or null if the viewer sees none. */
async function findGroup(ownerId: number): Promise<StoryGroupModel | null> {
  try {
    return (await readGroup(ownerId)) ?? null;
  } catch (error) {
    if (error instanceof RestError && error.status === 404) return null;
    throw error;
  }
}

/** Groups of the tray: as served, further pages near the end of the row, and live changes. */
export function useGroups(first: IslandData<TrayPage>, memberId: number, clock: () => number) {
  const [{ groups, page, hasMore }, set] = useState(() => firstPage(readIslandData(first)));
  const isAsking = useRef(false);
  const removed = useRef(0);
  const pendingUpdates = useRef({ owners: new Set<number>(), isAll: false });

  const loadMore = async () => {
    if (!hasMore || isAsking.current) return;
    isAsking.current = true;
    try {
      const further = await loadNextGroups(groups, page, removed.current);
      set((now) => {
        const known = new Set(now.groups.map(({ owner }) => owner.id));
        return {
          ...further,
          groups: [...now.groups, ...further.groups.filter(({ owner }) => !known.has(owner.id))],
        };
      });
    } catch {
      // The next scroll tries again.
    } finally {
      isAsking.current = false;
    }
  };

  // The player also loads more when stepping beyond the known people.
  useEffect(() => registerTray(loadMore));

  const removeGroups = (ownerIds: number[]) => {
    removed.current += ownerIds.length;
    set((now) => ({
      ...now,
      groups: now.groups.filter(({ owner }) => !ownerIds.includes(owner.id)),
    }));
  };
  const [reload] = useState(() =>
    oneAtATime(async () => {
      const { owners, isAll } = pendingUpdates.current;
      pendingUpdates.current = { owners: new Set(), isAll: false };
      if (isAll || owners.size > maxSingleReloads) {
        const all = firstPage(toTrayPage(await browseStories({})));
        $groupChanges.set({});
        removed.current = 0;
        return set(all);
      }
      for (const ownerId of owners) {
        const group = await findGroup(ownerId);
        // The response includes local changes.
        $groupChanges.setKey(ownerId, undefined);
        if (group) set((now) => ({ ...now, groups: insertGroup(now.groups, group, memberId) }));
        else removeGroups([ownerId]);
      }
    }),
  );
  useEffect(
    () =>
      subscribeToUpdates(({ owners, isAll }) => {
        for (const owner of owners) pendingUpdates.current.owners.add(owner);
        pendingUpdates.current.isAll ||= isAll;
        reload();
      }),
    [reload],
  );
  useEnd(nextEnd(groups), clock, () => {
    const { ended, fewer } = endedAt(groups, clock());
    if (ended.length) removeGroups(ended);
    for (const owner of fewer) pendingUpdates.current.owners.add(owner);
    if (fewer.length) reload();
  });
  return { groups, loadMore };
}
