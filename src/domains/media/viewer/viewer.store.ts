import { map, type MapStore } from 'nanostores';
import { RestError } from '#lib/rest.ts';
import { toWireType, wireSubject } from '#lib/wire-names.ts';
import type { LightboxRoute } from './lightbox-route.rules.ts';
import { readPhoto, readVideo, readViewer } from './viewer.calls.ts';
import { idOf, isByItself, itemKey, keyOf, openedIndex, placeOf } from './viewer.rules.ts';
import type { Photo, Video, ViewerItem, ViewerSet } from './viewer.schema.ts';

export interface ViewerState {
  status: 'loading' | 'ready' | 'failed' | 'gone';
  items: ViewerItem[];
  /** Of the item that is shown. */
  index: number;
  /** Of the whole set; a large one comes in parts. */
  total: number;
}

export interface Viewer {
  $state: MapStore<ViewerState>;
  load(): Promise<void>;
  /** Shows the item that many further on; at the ends it stays. Tells whether it moved. */
  step(by: number): boolean;
  show(opened: Pick<LightboxRoute, 'type' | 'id'>): void;
  /** Shows words of an item that were changed here. */
  reword(key: string, words: { title?: string; description?: string }): void;
  /** Counts a look at the shown item and brings its numbers up to date. */
  look(): Promise<void>;
}

/** What an item says of itself anew; what it hangs on and where it stands stays. */
function withNumbers(item: ViewerItem, now: Photo | Video): ViewerItem {
  const { my_feed_reaction: _, ...rest } = item;
  const {
    like_count,
    comment_count,
    view_count,
    is_like,
    feed_reactions,
    my_feed_reaction,
    can_comment,
  } = now;
  return {
    ...rest,
    like_count,
    comment_count,
    view_count,
    is_like,
    feed_reactions,
    can_comment,
    ...(my_feed_reaction ? { my_feed_reaction } : {}),
  };
}

const near = 3;

/** One opened viewer. @param served what came with the page; without it `load` asks for it */
export function createViewer(place: LightboxRoute, served?: ViewerSet): Viewer {
  const $state = map<ViewerState>(
    served
      ? { status: 'ready', items: served.items, index: openedIndex(served), total: served.total }
      : { status: 'loading', items: [], index: 0, total: 0 },
  );

  const read = ({ type, id }: Pick<LightboxRoute, 'type' | 'id'>) =>
    readViewer({
      type: toWireType(type),
      id,
      ...wireSubject({ type: place.subjectType, id: place.subjectId }),
      ...(place.ownerId ? { owner_id: place.ownerId } : {}),
      is_attachment: 1,
    });

  /** Close to where the part of the set ends that is here, the next one is fetched. */
  const widen = async () => {
    const { items, index, total } = $state.get();
    const isNearEnd =
      (index < near && items[0]!.position > 1) ||
      (index >= items.length - near && items.at(-1)!.position < total);
    if (!isNearEnd) return;
    try {
      const set = await read(placeOf(items[index]!, place));
      const shown = itemKey($state.get().items[$state.get().index]!);
      const moved = set.items.findIndex((item) => itemKey(item) === shown);
      if (moved >= 0)
        $state.set({ status: 'ready', items: set.items, index: moved, total: set.total });
    } catch {
      // The arrows end here for now; the next step asks again.
    }
  };

  const show = (index: number): boolean => {
    const { items, index: before } = $state.get();
    if (index === before || !items[index]) return false;
    $state.setKey('index', index);
    void widen();
    return true;
  };

  return {
    $state,
    async load() {
      $state.setKey('status', 'loading');
      try {
        const set = await read(place);
        $state.set({
          status: 'ready',
          items: set.items,
          index: openedIndex(set),
          total: set.total,
        });
      } catch (error) {
        $state.setKey(
          'status',
          error instanceof RestError && error.status === 404 ? 'gone' : 'failed',
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
    async look() {
      const { items, index } = $state.get();
      const item = items[index];
      if (!item || !isByItself(item)) return;
      const id = idOf(item);
      try {
        const { response } =
          item.viewer_type === toWireType('photo')
            ? await readPhoto({ photo_id: id })
            : await readVideo({ id });
        const key = itemKey(item);
        $state.setKey(
          'items',
          $state
            .get()
            .items.map((one) => (itemKey(one) === key ? withNumbers(one, response) : one)),
        );
      } catch {
        // The numbers stay as they were; nobody asked for them.
      }
    },
  };
}
