import { map, type MapStore } from 'nanostores';
import { RestError } from '#lib/rest.ts';
import { readStory } from './stories.calls.ts';
import type { StoryItem } from './stories.schema.ts';
import { $groups, readActive, tellSeen } from './stories.store.ts';
import type { Neighbours } from './story-place.rules.ts';
import { moreGroups } from './tray-pages.store.ts';

export interface PlayerState {
  status: 'loading' | 'ready' | 'failed' | 'gone';
  /** All stories of one member, oldest first. */
  items: StoryItem[];
  index: number;
  /** Counts what was shown: the same story again, after the last one, begins anew. */
  turn: number;
}

export interface Player {
  $state: MapStore<PlayerState>;
  /** Reads the stories of whoever has that one, and shows it. */
  load(storyId: number): Promise<void>;
  /** Asks once more for what could not be read. */
  retry(): Promise<void>;
  /** Steps on or back; after the last comes the first. */
  step(by: 1 | -1): void;
  /** What is shown was opened. */
  look(): void;
  /** Shows an item of those that are there. */
  show(storyId: number): boolean;
  /**
   * Asks what is there now: one has come, was deleted, or has ended. What is shown goes on if it is
   * still there.
   */
  refresh(): Promise<void>;
  /** Takes a deleted one out. Tells whether any is left. */
  drop(storyId: number): boolean;
  change(ownerId: number, change: Partial<Pick<StoryItem, 'isMute'>>): void;
  neighbours(): Neighbours;
  /** Asks who else has stories, as far as that is not known yet. */
  findNeighbours(): Promise<void>;
}

/** So many before the last known person, further ones are asked for. */
const near = 3;

/** One opened player. @param served what came with the page; without it `load` asks for it */
export function createPlayer(storyId: number, memberId: number, served?: StoryItem[]): Player {
  const indexIn = (items: StoryItem[], id: number) =>
    Math.max(
      0,
      items.findIndex((item) => item.story_id === id),
    );
  const $state = map<PlayerState>(
    served
      ? { status: 'ready', items: served, index: indexIn(served, storyId), turn: 0 }
      : { status: 'loading', items: [], index: 0, turn: 0 },
  );
  const to = (index: number) => $state.set({ ...$state.get(), index, turn: $state.get().turn + 1 });
  const change = (fits: (item: StoryItem) => boolean, changed: Partial<StoryItem>) =>
    $state.setKey(
      'items',
      $state.get().items.map((item) => (fits(item) ? { ...item, ...changed } : item)),
    );
  let latest = 0;
  let asked = storyId;
  const load = async (id: number) => {
    const mine = (latest += 1);
    asked = id;
    $state.setKey('status', 'loading');
    try {
      const { response: items } = await readStory({ id });
      if (mine === latest)
        $state.set({
          status: 'ready',
          items,
          index: indexIn(items, id),
          turn: $state.get().turn + 1,
        });
    } catch (error) {
      if (mine === latest)
        $state.setKey(
          'status',
          error instanceof RestError && error.status === 404 ? 'gone' : 'failed',
        );
    }
  };

  return {
    $state,
    load,
    retry: () => load(asked),
    step(by) {
      const { items, index, status } = $state.get();
      if (status === 'ready' && items.length) to((index + by + items.length) % items.length);
    },
    show(id) {
      const index = $state.get().items.findIndex((item) => item.story_id === id);
      if (index >= 0 && index !== $state.get().index) to(index);
      return index >= 0;
    },
    look() {
      const { items, index } = $state.get();
      const item = items[index];
      if (!item) return;
      if (!item.isViewed) change(({ story_id }) => story_id === item.story_id, { isViewed: 1 });
      tellSeen(memberId, item, $state.get().items);
    },
    async refresh() {
      const before = $state.get();
      const ownerId = before.items[before.index]?.owner_id;
      if (before.status !== 'ready' || ownerId === undefined) return;
      try {
        const items = await readActive(ownerId);
        const { items: shown, index, turn } = $state.get();
        // Somebody else's are shown by now.
        if (shown[index]?.owner_id !== ownerId) return;
        if (!items.length) return $state.setKey('status', 'gone');
        const at = items.findIndex(({ story_id }) => story_id === shown[index]!.story_id);
        // A video that was being prepared begins once it can be played.
        if (at >= 0)
          $state.set({
            status: 'ready',
            items,
            index: at,
            turn: items[at]!.status === shown[index]!.status ? turn : turn + 1,
          });
        else
          $state.set({
            status: 'ready',
            items,
            index: Math.min(index, items.length - 1),
            turn: turn + 1,
          });
      } catch (error) {
        if (
          error instanceof RestError &&
          error.status === 404 &&
          $state.get().items[0]?.owner_id === ownerId
        )
          $state.setKey('status', 'gone');
      }
    },
    drop(id) {
      const { items, index, turn } = $state.get();
      const left = items.filter(({ story_id }) => story_id !== id);
      if (left.length)
        $state.set({
          status: 'ready',
          items: left,
          index: Math.min(index, left.length - 1),
          turn: turn + 1,
        });
      return left.length > 0;
    },
    change: (ownerId, changed) => change(({ owner_id }) => owner_id === ownerId, changed),
    neighbours() {
      const ownerId = $state.get().items[0]?.owner_id;
      const groups = ($groups.get() ?? []).filter(({ total_stories }) => total_stories > 0);
      const here = groups.findIndex(({ owner_id }) => owner_id === ownerId);
      return here < 0
        ? { previous: undefined, next: groups[0] }
        : { previous: groups[here - 1], next: groups[here + 1] };
    },
    async findNeighbours() {
      const { items, index } = $state.get();
      const groups = $groups.get() ?? [];
      const here = groups.findIndex(({ owner_id }) => owner_id === items[index]?.owner_id);
      // Nobody known, or the last of them is near.
      if (!groups.length || here >= groups.length - near) await moreGroups();
    },
  };
}
