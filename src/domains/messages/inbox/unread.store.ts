import { atom, map } from 'nanostores';
import { onRestore } from '#lib/bfcache-changes.ts';
import { onLive } from '#lib/live-events.ts';

/** Number of unread conversations; undefined until it differs from the served number. */
export const $unread = atom<number | undefined>(undefined);
// Sent whenever the stream has refreshed the counts.
onLive<{ messages: number }>('badges', ({ messages }) => $unread.set(messages));
/** Read state changed on this screen, by conversation id; served rows do not include it yet. */
export const $marked = map<Record<number, boolean | undefined>>({});

/** A conversation marked on this screen, for screens that the browser restores. */
export interface Marked {
  id: number;
  isRead: boolean;
  unread: number;
}
onRestore<Marked>('conversation marked', ({ id, isRead, unread }) => {
  $marked.setKey(id, isRead);
  $unread.set(unread);
});
