import { useEffect, useRef, useState } from 'react';
import { oneAtATime } from '#lib/one-at-a-time.ts';
import { RestError } from '#lib/rest.ts';
import { fromSeed, type Seed } from '#lib/seed.ts';
import { browseStories } from './stories.calls.ts';
import type { StoryGroup, StoryGroups } from './stories.schema.ts';
import { $groupChanges } from './stories.store.ts';
import { furtherGroups, takeMore } from './tray-pages.store.ts';
import { takeNews } from './tray-updates.ts';
import { endedAt, nextEnd, placed } from './tray.rules.ts';
import { useEnd } from './use-end.ts';

/** Whose stories have changed is asked one by one; of more people everything is. */
const mostByOne = 3;

interface Groups {
  groups: StoryGroup[];
  page: number;
  hasMore: boolean;
}

const firstPage = ({ response, totalItemCount }: StoryGroups): Groups => ({
  groups: response,
  page: 1,
  hasMore: totalItemCount > response.length,
});

/** One member's, or null if there are none for this viewer. */
async function readGroup(ownerId: number): Promise<StoryGroup | null> {
  try {
    return (await browseStories({ user_id: ownerId })).response[0] ?? null;
  } catch (error) {
    if (error instanceof RestError && error.status === 404) return null;
    throw error;
  }
}

/**
 * The groups as served, more of them as the end of the row comes near, and what changes while the
 * screen is open.
 */
export function useGroups(first: Seed<StoryGroups>, memberId: number, clock: () => number) {
  const [{ groups, page, hasMore }, set] = useState(() => firstPage(fromSeed(first)));
  const isAsking = useRef(false);
  const removed = useRef(0);
  const due = useRef({ owners: new Set<number>(), isAll: false });

  const more = async () => {
    if (!hasMore || isAsking.current) return;
    isAsking.current = true;
    try {
      const further = await furtherGroups(groups, page, removed.current);
      set((now) => {
        const known = new Set(now.groups.map(({ owner_id }) => owner_id));
        return {
          ...further,
          groups: [...now.groups, ...further.groups.filter(({ owner_id }) => !known.has(owner_id))],
        };
      });
    } catch {
      // The next turn of the row asks again.
    } finally {
      isAsking.current = false;
    }
  };

  // Who steps from person to person in the player comes to the end of them as well.
  useEffect(() => takeMore(more));

  const without = (ownerIds: number[]) => {
    removed.current += ownerIds.length;
    set((now) => ({
      ...now,
      groups: now.groups.filter(({ owner_id }) => !ownerIds.includes(owner_id)),
    }));
  };
  const [ask] = useState(() =>
    oneAtATime(async () => {
      const { owners, isAll } = due.current;
      due.current = { owners: new Set(), isAll: false };
      if (isAll || owners.size > mostByOne) {
        const all = firstPage(await browseStories({}));
        $groupChanges.set({});
        removed.current = 0;
        return set(all);
      }
      for (const ownerId of owners) {
        const group = await readGroup(ownerId);
        // What was changed here is in what the server says.
        $groupChanges.setKey(ownerId, undefined);
        if (group) set((now) => ({ ...now, groups: placed(now.groups, group, memberId) }));
        else without([ownerId]);
      }
    }),
  );
  useEffect(
    () =>
      takeNews(({ owners, isAll }) => {
        for (const owner of owners) due.current.owners.add(owner);
        due.current.isAll ||= isAll;
        ask();
      }),
    [],
  );
  useEnd(nextEnd(groups), clock, () => {
    const { gone, fewer } = endedAt(groups, clock());
    if (gone.length) without(gone);
    for (const owner of fewer) due.current.owners.add(owner);
    if (fewer.length) ask();
  });
  return { groups, more };
}
