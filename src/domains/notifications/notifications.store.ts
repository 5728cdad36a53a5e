import { atom, map } from 'nanostores';
import { onRestore, recordChange } from '#lib/bfcache-changes.ts';
import { onLive } from '#lib/live-events.ts';
import { failureText, RestError } from '#lib/rest.ts';
import { announce, toast } from '#ui/toast.ts';
import {
  deleteNotifications,
  listNotifications,
  markAllRead,
  markRead,
  markUnread,
  notificationRef,
} from './notifications.calls.ts';
import type { Badges, Notification } from './notifications.schema.ts';

const popupSize = 10;
type State = 'read' | 'unread' | 'deleted';

/** What the popup has loaded. */
export const $notifications = atom<Notification[] | undefined>(undefined);
export const $notificationsStatus = atom<'idle' | 'loading' | 'failed'>('idle');
/** How many are unread; undefined is what the screen was served with. */
export const $unreadCount = atom<number | undefined>(undefined);
/** What became of single ones since they were served or loaded, by id. */
export const $notificationStates = map<Record<number, State | undefined>>({});

/** More was told than the screen was served with. */
export const $hasNews = atom(false);

let served: number | undefined;
/** How many were unread when the screen was made. */
export const noteServed = (count: number) => void (served = count);

// The stream has asked for the numbers anew; a popup that is open shows what they count.
onLive<Badges>('badges', ({ notifications }) => {
  const before = $unreadCount.get() ?? served;
  $unreadCount.set(notifications);
  if (before !== undefined && notifications > before) {
    $hasNews.set(true);
    announce('You have a new notification.');
  }
  if (globalThis.document?.querySelector('#notifications:popover-open')) void loadNotifications();
});

const set = (id: number, state: State | undefined) => $notificationStates.setKey(id, state);
onRestore<{ id: number; state: State }>('notification', ({ id, state }) => set(id, state));

/** As it is now; undefined once it was taken off the list. */
export function presentNotification(
  served: Notification,
  states: Record<number, State | undefined>,
): Notification | undefined {
  const state = states[served.notification_id];
  if (state === undefined) return served;
  return state === 'deleted' ? undefined : { ...served, read: state === 'read' ? 1 : 0 };
}

/** Something happened while they were on their way. */
let isOutdated = false;
/**
 * The number of the newest list that was asked for, and by id that of the one which was when a
 * change was made; of one under way Infinity.
 */
let asked = 0;
const changedDuring = new Map<number, number>();

/** The newest ten, when the popup opens; what it showed before stays until they are here. */
export async function loadNotifications(): Promise<void> {
  isOutdated = $notificationsStatus.get() === 'loading';
  if (isOutdated) return;
  $notificationsStatus.set('loading');
  const number = (asked += 1);
  try {
    const { recentUpdates, notificationsCount } = await listNotifications({ limit: popupSize });
    $notifications.set(recentUpdates);
    // Of what was changed meanwhile the list may not know yet: a row that was taken off would come
    // back under somebody's finger.
    const isKnown = (id: number) => (changedDuring.get(id) ?? 0) < number;
    for (const { notification_id: id } of recentUpdates) if (isKnown(id)) set(id, undefined);
    if ([...changedDuring.keys()].every(isKnown)) $unreadCount.set(notificationsCount);
    $notificationsStatus.set('idle');
  } catch {
    $notificationsStatus.set('failed');
  }
  if (isOutdated) await loadNotifications();
}

// Of each notification one call after the other: a quick change of mind must not arrive before what
// it changes. Calls for different ones do not wait for each other, or one made while the screen is
// left would never go out.
const sent = new Map<number, Promise<unknown>>();
function inTurn(ids: number[], send: () => Promise<void>): Promise<void> {
  const before = ids.map((id) => sent.get(id)).filter((one) => one !== undefined);
  const answer = before.length ? Promise.all(before).then(send) : send();
  for (const id of ids) changedDuring.set(id, Infinity);
  const settled = answer
    .catch(() => undefined)
    .then(() => {
      for (const id of ids) if (sent.get(id) === settled) changedDuring.set(id, asked);
    });
  for (const id of ids) sent.set(id, settled);
  return answer;
}

/** How the number of unread ones changes. */
function unreadStep(isRead: boolean, to: State): number {
  if (to === 'unread') return isRead ? 1 : 0;
  return isRead ? 0 : -1;
}

/**
 * Changes one at once and asks the server; puts it back where that fails. `count` is how many are
 * unread just now.
 */
async function change(
  { notification_id: id, read }: Notification,
  to: State,
  count: number,
  send: () => Promise<void>,
): Promise<void> {
  const before = $notificationStates.get()[id];
  set(id, to);
  $unreadCount.set(Math.max(0, count + unreadStep(read === 1, to)));
  try {
    await inTurn([id], send);
    recordChange('notification', { id, state: to });
  } catch (error) {
    // Gone meanwhile, with what it was about: it need not be listed any more.
    if (error instanceof RestError && error.status === 404) return set(id, 'deleted');
    set(id, before);
    $unreadCount.set(count);
    throw error;
  }
}

const failed = (error: unknown) => void toast.error(failureText(error, 'Something went wrong!'));

/**
 * Following the link is reading it. The call outlives the screen that is left; that it failed is
 * nobody's worry.
 */
export function followNotification(item: Notification, count: number): void {
  if (item.read) return;
  change(item, 'read', count, () =>
    markRead(notificationRef(item.notification_id), { keepalive: true }),
  ).catch(() => undefined);
}

export async function toggleNotification(item: Notification, count: number): Promise<void> {
  const call = item.read ? markUnread : markRead;
  await change(item, item.read ? 'unread' : 'read', count, () =>
    call(notificationRef(item.notification_id)),
  ).catch(failed);
}

export async function removeNotification(item: Notification, count: number): Promise<void> {
  await change(item, 'deleted', count, () =>
    deleteNotifications(notificationRef(item.notification_id)),
  ).catch(failed);
}

/** @param shown those on the screen beside the popup's */
export async function readAll(shown: Notification[], count: number): Promise<void> {
  const states = $notificationStates.get();
  const all = [...shown, ...($notifications.get() ?? [])]
    .map((item) => item.notification_id)
    .filter((id) => states[id] !== 'deleted');
  for (const id of all) set(id, 'read');
  $unreadCount.set(0);
  try {
    await inTurn([...new Set([...all, ...sent.keys()])], () => markAllRead({}));
    for (const id of all) recordChange('notification', { id, state: 'read' });
    toast.success('Notifications marked as read');
  } catch {
    for (const id of all) set(id, states[id]);
    $unreadCount.set(count);
    toast.warning('Error marking notifications as read');
  }
}
