import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { StoryModel } from '#domains/stories/stories.model.ts';
import { storyHours } from '#domains/stories/stories.rules.ts';
import { parseWire } from '#lib/dates.ts';
import { onLive, type LiveSubject } from '#lib/live-events.ts';
import { createPlayer, type Player } from './player.store.ts';
import { clockFrom, useEnd } from './use-end.ts';

interface PlayerOptions {
  storyId: number;
  memberId: number;
  served: StoryModel[] | undefined;
  /** Server time when it was opened. */
  now: string;
}

/** Player of a member's stories, then of others; follows live changes. */
export function usePlayer({ storyId, memberId, served, now }: PlayerOptions): Player {
  const [player] = useState(() => createPlayer(storyId, memberId, served));
  const [clock] = useState(() => clockFrom(now, performance.now()));
  const { items } = useStore(player.$state);
  const isFirst = useRef(true);
  const open = useEffectEvent(() => {
    const wasFirst = isFirst.current;
    isFirst.current = false;
    if (wasFirst && served) return;
    // Back and Forward between addresses of the same player.
    if (wasFirst || !player.show(storyId)) void player.load(storyId);
  });
  useEffect(() => open(), [storyId]);
  const ownerId = items[0]?.owner.id;
  useEffect(() => void player.findAdjacentGroups(), [player, ownerId]);
  useEffect(
    () =>
      onLive<LiveSubject>('stories', ({ id }) => {
        if (player.$state.get().items[0]?.owner.id === id) void player.refresh();
      }),
    [player],
  );
  // The oldest is first.
  const created = items[0] && parseWire(items[0].createdAt)?.getTime();
  useEnd(created && created + storyHours * 60 * 60 * 1_000, clock, () => void player.refresh());
  return player;
}
