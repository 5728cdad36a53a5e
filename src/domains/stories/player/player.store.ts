import { map, type MapStore } from 'nanostores';
import { readStory } from '#domains/stories/stories.calls.ts';
import { toStories, type StoryModel } from '#domains/stories/stories.model.ts';
import { $groups, markSeen, readActive } from '#domains/stories/stories.store.ts';
import type { AdjacentGroups } from '#domains/stories/story-path.rules.ts';
import { loadMoreGroups } from '#domains/stories/tray/tray-pages.store.ts';
import { RestError } from '#lib/rest.ts';

export interface PlayerState {
  status: 'loading' | 'ready' | 'failed' | 'ended';
  /** All stories of one member, oldest first. */
  items: StoryModel[];
  index: number;
  /** Counts the slides shown, so that repeating the same story restarts it. */
  turn: number;
}

export interface Player {
  $state: MapStore<PlayerState>;
  /** Loads the stories of the owner of that story and shows it. */
  load(storyId: number): Promise<void>;
  /** Repeats a failed load. */
  retry(): Promise<void>;
  /** Goes to the next or previous story; wraps around at the end. */
  step(by: 1 | -1): void;
  /** Marks the shown story as seen. */
  markSeen(): void;
  /** Shows one of the loaded stories; false if it is not among them. */
  show(storyId: number): boolean;
  /**
   * Reloads after a story was added, deleted or has ended. Continues with the shown one if it still
   * exists.
   */
  refresh(): Promise<void>;
  /** Removes a deleted story. Returns whether any is left. */
  remove(storyId: number): boolean;
  change(ownerId: number, change: Partial<Pick<StoryModel, 'isMuted'>>): void;
  adjacentGroups(): AdjacentGroups;
  /** Loads more people of the tray when the known ones run out. */
  findAdjacentGroups(): Promise<void>;
}

/** Loads more people this many before the last known one. */
const preloadDistance = 3;

/**
 * State of an opened player.
 * @param served stories rendered with the page; without them `load` requests them
 */
export function createPlayer(storyId: number, memberId: number, served?: StoryModel[]): Player {
  const indexIn = (items: StoryModel[], id: number) =>
    Math.max(
      0,
      items.findIndex((item) => item.id === id),
    );
  const $state = map<PlayerState>(
    served
      ? { status: 'ready', items: served, index: indexIn(served, storyId), turn: 0 }
      : { status: 'loading', items: [], index: 0, turn: 0 },
  );
  const goTo = (index: number) =>
    $state.set({ ...$state.get(), index, turn: $state.get().turn + 1 });
  const change = (matches: (item: StoryModel) => boolean, changed: Partial<StoryModel>) =>
    $state.setKey(
      'items',
      $state.get().items.map((item) => (matches(item) ? { ...item, ...changed } : item)),
    );
  let lastRequest = 0;
  let requestedId = storyId;
  const load = async (id: number) => {
    const request = (lastRequest += 1);
    requestedId = id;
    $state.setKey('status', 'loading');
    try {
      const items = toStories(await readStory({ id }));
      if (request === lastRequest)
        $state.set({
          status: 'ready',
          items,
          index: indexIn(items, id),
          turn: $state.get().turn + 1,
        });
    } catch (error) {
      if (request === lastRequest)
        $state.setKey(
          'status',
          error instanceof RestError && error.status === 404 ? 'ended' : 'failed',
        );
    }
  };

  return {
    $state,
    load,
    retry: () => load(requestedId),
    step(by) {
      const { items, index, status } = $state.get();
      if (status === 'ready' && items.length) goTo((index + by + items.length) % items.length);
    },
    show(id) {
      const index = $state.get().items.findIndex((item) => item.id === id);
      if (index >= 0 && index !== $state.get().index) goTo(index);
      return index >= 0;
    },
    markSeen() {
      const { items, index } = $state.get();
      const item = items[index];
      if (!item) return;
      if (!item.isViewed) change(({ id }) => id === item.id, { isViewed: true });
      markSeen(memberId, item, $state.get().items);
    },
    async refresh() {
      const before = $state.get();
      const ownerId = before.items[before.index]?.owner.id;
      if (before.status !== 'ready' || ownerId === undefined) return;
      try {
        const items = await readActive(ownerId);
        const { items: shown, index, turn } = $state.get();
        // Another member's stories are shown by now.
        if (shown[index]?.owner.id !== ownerId) return;
        if (!items.length) return $state.setKey('status', 'ended');
        const at = items.findIndex(({ id }) => id === shown[index]!.id);
        // A processed video starts from the beginning.
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
          $state.get().items[0]?.owner.id === ownerId
        )
          $state.setKey('status', 'ended');
      }
    },
    remove(id) {
      const { items, index, turn } = $state.get();
      const left = items.filter((item) => item.id !== id);
      if (left.length)
        $state.set({
          status: 'ready',
          items: left,
          index: Math.min(index, left.length - 1),
          turn: turn + 1,
        });
      return left.length > 0;
    },
    change: (ownerId, changed) => change(({ owner }) => owner.id === ownerId, changed),
    adjacentGroups() {
      const ownerId = $state.get().items[0]?.owner.id;
      const groups = ($groups.get() ?? []).filter(({ total }) => total > 0);
      const here = groups.findIndex(({ owner }) => owner.id === ownerId);
      return here < 0
        ? { previous: undefined, next: groups[0] }
        : { previous: groups[here - 1], next: groups[here + 1] };
    },
    async findAdjacentGroups() {
      const { items, index } = $state.get();
      const groups = $groups.get() ?? [];
      const here = groups.findIndex(({ owner }) => owner.id === items[index]?.owner.id);
      // The tray is empty, or its end is near.
      if (!groups.length || here >= groups.length - preloadDistance) await loadMoreGroups();
    },
  };
}
