import { useStore } from '@nanostores/react';
import { CirclePlus } from 'lucide';
import { memo, useEffect, useEffectEvent, useRef, useState } from 'react';
import { AddStory } from '#domains/stories/compose/AddStory.island.tsx';
import { StoryTiles } from '#domains/stories/tray/StoryTiles.tsx';
import { replayChanges } from '#lib/bfcache-changes.ts';
import { readIslandData, type IslandData } from '#lib/island-data.ts';
import { onLive, type LiveSubject } from '#lib/live-events.ts';
import { oneAtATime } from '#lib/one-at-a-time.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import type { StoryModel } from './stories.model.ts';
import { $groupChanges, readActive } from './stories.store.ts';

export interface OwnStoriesProps {
  member: { id: number; displayname: string };
  served: IslandData<StoryModel[]>;
  now: string;
  timeZone: string;
}

/** Own stories on the own profile; updates when one is added or deleted on any screen. */
export const OwnStories = memo(function OwnStories({
  member: { id, displayname },
  served,
  now,
  timeZone,
}: OwnStoriesProps) {
  const [items, set] = useState(() => readIslandData(served));
  const [ask] = useState(() => oneAtATime(async () => set(await readActive(id))));
  const total = useStore($groupChanges, { keys: [id], ssr: 'initial' })[id]?.total;
  const box = useRef<HTMLDivElement>(null);
  const count = useRef(items.length);

  useEffect(replayChanges, []);
  useEffect(
    () => onLive<LiveSubject>('stories', ({ id: owner }) => owner === id && ask()),
    [id, ask],
  );
  const compare = useEffectEvent(() => {
    if (total !== undefined && total !== items.length) ask();
  });
  useEffect(() => compare(), [total]);
  useEffect(() => {
    // The focused tile was removed.
    if (items.length < count.current && document.activeElement === document.body)
      box.current?.focus({ preventScroll: true });
    count.current = items.length;
  }, [items]);

  if (!items.length) {
    return (
      <div ref={box} tabIndex={-1}>
        <EmptyState icon={<Icon of={CirclePlus} />} action={<AddStory memberId={id} />}>
          No stories at the moment. Each one can be seen for 24 hours.
        </EmptyState>
      </div>
    );
  }
  return (
    <div ref={box} tabIndex={-1}>
      <div className="story-profile-head">
        <p>Each story ends 24 hours after you post it.</p>
        <AddStory memberId={id} />
      </div>
      <StoryTiles name={displayname} items={items} now={now} timeZone={timeZone} />
    </div>
  );
});
