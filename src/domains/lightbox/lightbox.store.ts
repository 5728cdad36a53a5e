import { map, type MapStore } from 'nanostores';
import { RestError } from '#lib/rest.ts';
import { toWireType, wireSubject } from '#lib/wire-names.ts';
import type { LightboxRoute } from './lightbox-route.rules.ts';
import { readLightbox, readPhoto, readVideo } from './lightbox.calls.ts';
import {
  toLightboxSet,
  toNumbers,
  type LightboxItemModel,
  type LightboxSetModel,
} from './lightbox.model.ts';
import { isByItself, itemKey, itemRoute, keyOf, openedIndex } from './lightbox.rules.ts';

export interface LightboxState {
  status: 'loading' | 'ready' | 'failed' | 'missing';
  items: LightboxItemModel[];
  /** Index of the shown item. */
  index: number;
  /** Size of the whole set; a large one is loaded in parts. */
  total: number;
}

export interface LightboxStore {
  $state: MapStore<LightboxState>;
  load(): Promise<void>;
  /** Moves by that many items; stays at the ends. Returns whether it moved. */
  step(by: number): boolean;
  show(opened: Pick<LightboxRoute, 'type' | 'id'>): void;
  /** Shows an item's text that was edited here. */
  reword(key: string, words: { title?: string; description?: string }): void;
  /** Counts a view of the shown item and updates its numbers. */
  countView(): Promise<void>;
}

const prefetchMargin = 3;

/**
 * State of one open lightbox.
 * @param served the set served with the page; without it `load` reads it
 */
export function createLightboxStore(
  route: LightboxRoute,
  served?: LightboxSetModel,
): LightboxStore {
  const $state = map<LightboxState>(
    served
      ? { status: 'ready', items: served.items, index: openedIndex(served), total: served.total }
      : { status: 'loading', items: [], index: 0, total: 0 },
  );

  const read = ({ type, id }: Pick<LightboxRoute, 'type' | 'id'>) =>
    readLightbox({
      type: toWireType(type),
      id,
      ...wireSubject({ type: route.subjectType, id: route.subjectId }),
      ...(route.ownerId
        ? { owner_id: route.ownerId, owner_type: toWireType(route.ownerType ?? 'member') }
        : {}),
      is_attachment: 1,
    }).then(toLightboxSet);

  /** Loads the next part of the set near the end of the loaded one. */
  const loadNeighbours = async () => {
    const { items, index, total } = $state.get();
    const isNearEnd =
      (index < prefetchMargin && items[0]!.position > 1) ||
      (index >= items.length - prefetchMargin && items.at(-1)!.position < total);
    if (!isNearEnd) return;
    try {
      const set = await read(itemRoute(items[index]!, route));
      const shown = itemKey($state.get().items[$state.get().index]!);
      const moved = set.items.findIndex((item) => itemKey(item) === shown);
      if (moved >= 0)
        $state.set({ status: 'ready', items: set.items, index: moved, total: set.total });
    } catch {
      // The arrows end here for now; the next step tries again.
    }
  };

  const show = (index: number): boolean => {
    const { items, index: before } = $state.get();
    if (index === before || !items[index]) return false;
    $state.setKey('index', index);
    void loadNeighbours();
    return true;
  };

  return {
    $state,
    async load() {
      $state.setKey('status', 'loading');
      try {
        const set = await read(route);
        $state.set({
          status: 'ready',
          items: set.items,
          index: openedIndex(set),
          total: set.total,
        });
      } catch (error) {
        $state.setKey(
          'status',
          error instanceof RestError && error.status === 404 ? 'missing' : 'failed',
        );
      }
    },
    step: (by) => show($state.get().index + by),
    show: (opened) =>
      void show($state.get().items.findIndex((item) => itemKey(item) === keyOf(opened))),
    reword: (key, words) =>
      $state.setKey(
        'items',
        $state.get().items.map((item) => (itemKey(item) === key ? { ...item, ...words } : item)),
      ),
    async countView() {
      const { items, index } = $state.get();
      const item = items[index];
      if (!item || !isByItself(item)) return;
      const { id } = item;
      try {
        const { response } =
          item.kind === 'photo' ? await readPhoto({ photo_id: id }) : await readVideo({ id });
        const key = itemKey(item);
        $state.setKey(
          'items',
          $state
            .get()
            .items.map((one) => (itemKey(one) === key ? { ...one, ...toNumbers(response) } : one)),
        );
      } catch {
        // Keeps the old numbers: this update was not requested by the user.
      }
    },
  };
}
