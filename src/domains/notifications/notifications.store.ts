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
import { toNotification, type NotificationModel } from './notifications.model.ts';
import type { Badges } from './notifications.schema.ts';

const popupSize = 10;
type State = 'read' | 'unread' | 'deleted';

/** The list that the popup has loaded. */
export const $notifications = atom<NotificationModel[] | undefined>(undefined);
export const $notificationsStatus = atom<'idle' | 'loading' | 'failed'>('idle');
/** Unread count; undefined as long as the served one holds. */
export const $unreadCount = atom<number | undefined>(undefined);
/** Changes to single notifications since they were served or loaded, by id. */
export const $notificationStates = map<Record<number, State | undefined>>({});

/** Whether notifications have arrived since the screen was served. */
export const $hasNewNotifications = atom(false);

let served: number | undefined;
/** Unread count when the screen was rendered. */
export const noteServed = (count: number) => void (served = count);

// The stream has fetched the counts again; an open popup lists the new notifications too.
onLive<Badges>('badges', ({ notifications }) => {
  const before = $unreadCount.get() ?? served;
  $unreadCount.set(notifications);
  if (before !== undefined && notifications > before) {
    $hasNewNotifications.set(true);
    announce('You have a new notification.');
  }
  if (globalThis.document?.querySelector('#notifications:popover-open')) void loadNotifications();
});

const set = (id: number, state: State | undefined) => $notificationStates.setKey(id, state);
onRestore<{ id: number; state: State }>('notification', ({ id, state }) => set(id, state));

/** The notification with local changes; undefined once it was deleted. */
export function presentNotification(
  served: NotificationModel,
  states: Record<number, State | undefined>,
): NotificationModel | undefined {
  const state = states[served.id];
  if (state === undefined) return served;
  return state === 'deleted' ? undefined : { ...served, isRead: state === 'read' };
}

/** Something changed while a list was loading. */
let isOutdated = false;
/**
 * Number of the newest list request, and by id the number at the time of a change; Infinity while
 * the change is being sent.
 */
let requestNumber = 0;
const changedDuring = new Map<number, number>();

/** Loads the newest ten when the popup opens; the previous list stays until they arrive. */
export async function loadNotifications(): Promise<void> {
  isOutdated = $notificationsStatus.get() === 'loading';
  if (isOutdated) return;
  $notificationsStatus.set('loading');
  const number = (requestNumber += 1);
  try {
    const { recentUpdates, notificationsCount } = await listNotifications({ limit: popupSize });
    const loaded = recentUpdates.map(toNotification);
    $notifications.set(loaded);
    // The list may not contain changes made meanwhile: without this check a deleted row would come
    // back under the finger.
    const isKnown = (id: number) => (changedDuring.get(id) ?? 0) < number;
    for (const { id } of loaded) if (isKnown(id)) set(id, undefined);
    if ([...changedDuring.keys()].every(isKnown)) $unreadCount.set(notificationsCount);
    $notificationsStatus.set('idle');
  } catch {
    $notificationsStatus.set('failed');
  }
  if (isOutdated) await loadNotifications();
}

// One call at a time per notification: quick successive changes must arrive in order. Calls for
// different ones do not wait for each other, else one made while leaving the screen would never be
// sent.
const sent = new Map<number, Promise<unknown>>();
function inTurn(ids: number[], send: () => Promise<void>): Promise<void> {
  const before = ids.map((id) => sent.get(id)).filter((one) => one !== undefined);
  const answer = before.length ? Promise.all(before).then(send) : send();
  for (const id of ids) changedDuring.set(id, Infinity);
  const settled = answer
    .catch(() => undefined)
    .then(() => {
      for (const id of ids) if (sent.get(id) === settled) changedDuring.set(id, requestNumber);
    });
  for (const id of ids) sent.set(id, settled);
  return answer;
}

/** Difference that the change makes to the unread count. */
function unreadStep(isRead: boolean, to: State): number {
  if (to === 'unread') return isRead ? 1 : 0;
  return isRead ? 0 : -1;
}

/**
 * Optimistic change, reverted on failure.
 * @param count the current unread count
 */
async function change(
  { id, isRead }: NotificationModel,
  to: State,
  count: number,
  send: () => Promise<void>,
): Promise<void> {
  const before = $notificationStates.get()[id];
  set(id, to);
  $unreadCount.set(Math.max(0, count + unreadStep(isRead, to)));
  try {
    await inTurn([id], send);
    recordChange('notification', { id, state: to });
  } catch (error) {
    // Deleted meanwhile, with its subject: remove it from the list.
    if (error instanceof RestError && error.status === 404) return set(id, 'deleted');
    set(id, before);
    $unreadCount.set(count);
    throw error;
  }
}

const failed = (error: unknown) => void toast.error(failureText(error, 'Something went wrong!'));

/**
 * Marks as read when the link is followed. The call outlives the screen; its failure is ignored.
 */
export function followNotification(item: NotificationModel, count: number): void {
  if (item.isRead) return;
  change(item, 'read', count, () => markRead(notificationRef(item.id), { keepalive: true })).catch(
    () => undefined,
  );
}

export async function toggleNotification(item: NotificationModel, count: number): Promise<void> {
  const call = item.isRead ? markUnread : markRead;
  await change(item, item.isRead ? 'unread' : 'read', count, () =>
    call(notificationRef(item.id)),
  ).catch(failed);
}

export async function removeNotification(item: NotificationModel, count: number): Promise<void> {
  await change(item, 'deleted', count, () => deleteNotifications(notificationRef(item.id))).catch(
    failed,
  );
}

/** @param shown those on the screen beside the popup's */
export async function readAll(shown: NotificationModel[], count: number): Promise<void> {
  const states = $notificationStates.get();
  const all = [...shown, ...($notifications.get() ?? [])]
    .map(({ id }) => id)
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
