import { map, type MapStore } from 'nanostores';
import { RestError } from '#lib/rest.ts';
import { readPhoto, readVideo, readViewer } from './viewer.calls.ts';
import type { ViewerPlace } from './place.rules.ts';
import { isByItself } from './viewer.rules.ts';
import type { Photo, Video, ViewerItem, ViewerSet } from './viewer.schema.ts';

export interface ViewerState {
  status: 'loading' | 'ready' | 'failed' | 'gone';
  items: ViewerItem[];
  /** Of the item that is shown. */
  index: number;
}

export interface Viewer {
  $state: MapStore<ViewerState>;
  load(): Promise<void>;
  /** Shows the item that many further on; at the ends it stays. Tells whether it moved. */
  step(by: number): boolean;
  show(id: number): void;
  /** Counts a look at the shown item and brings its numbers up to date. */
  look(): Promise<void>;
}

export const idOf = (item: ViewerItem): number => item.photo_id ?? item.video_id ?? 0;
export const placeOf = (item: ViewerItem, { subjectType, subjectId }: ViewerPlace): ViewerPlace => ({
  ...{ type: item.viewer_type === 'album_photo' ? 'album_photo' : 'video', id: idOf(item), subjectType, subjectId },
});

/** What an item says of itself anew; what it hangs on and where it stands stays. */
function withNumbers(item: ViewerItem, now: Photo | Video): ViewerItem {
  const { my_feed_reaction: _, ...rest } = item;
  const { like_count, comment_count, view_count, is_like, feed_reactions, my_feed_reaction, can_comment } = now;
  return { ...rest, like_count, comment_count, view_count, is_like, feed_reactions, can_comment, ...(my_feed_reaction ? { my_feed_reaction } : {}) };
}

/** One opened viewer. @param served what came with the page; without it `load` asks for it */
export function createViewer(place: ViewerPlace, served?: ViewerSet): Viewer {
  const $state = map<ViewerState>(
    served ? { status: 'ready', items: served.items, index: served.position - 1 } : { status: 'loading', items: [], index: 0 },
  );

  const show = (index: number): boolean => {
    const { items, index: before } = $state.get();
    if (index === before || !items[index]) return false;
    $state.setKey('index', index);
    return true;
  };

  return {
    $state,
    async load() {
      $state.setKey('status', 'loading');
      try {
        const { items, position } = await readViewer({ type: place.type, id: place.id, subject_type: place.subjectType, subject_id: place.subjectId, is_attachment: 1 });
        $state.set({ status: 'ready', items, index: position - 1 });
      } catch (error) {
        $state.setKey('status', error instanceof RestError && error.status === 404 ? 'gone' : 'failed');
      }
    },
    step: (by) => show($state.get().index + by),
    show: (id) => void show($state.get().items.findIndex((item) => idOf(item) === id)),
    async look() {
      const { items, index } = $state.get();
      const item = items[index];
      if (!item || !isByItself(item)) return;
      const id = idOf(item);
      try {
        const { response } = item.viewer_type === 'album_photo' ? await readPhoto({ photo_id: id }) : await readVideo({ id });
        $state.setKey('items', $state.get().items.map((one) => (idOf(one) === id ? withNumbers(one, response) : one)));
      } catch {
        // The numbers stay as they were; nobody asked for them.
      }
    },
  };
}
