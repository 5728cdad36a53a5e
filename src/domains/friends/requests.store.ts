import { atom } from 'nanostores';
import { onLive } from '#lib/live-events.ts';
import { listRequests, markRequestsSeen } from './friends.calls.ts';
import type { FriendRequest } from './friends.schema.ts';
import { $friendships } from './friends.store.ts';

export interface LoadedRequests {
  items: FriendRequest[];
  /** As the server last said. */
  total: number;
}

const pageSize = 10;

/** What the popup has loaded. */
export const $requests = atom<LoadedRequests | undefined>(undefined);
export const $requestsStatus = atom<'idle' | 'loading' | 'failed'>('idle');
/** Requests not looked at yet; undefined is what the screen was served with. */
export const $unseen = atom<number | undefined>(undefined);

// The stream has asked for the numbers anew.
onLive<{ friend_requests: number }>('badges', ({ friend_requests }) => {
  $unseen.set(friend_requests);
  if (document.querySelector('#friend-requests:popover-open')) void loadRequests();
});

/** Those of the requests that wait for an answer still. */
export const unanswered = <Request extends Pick<FriendRequest, 'subject'>>(
  items: Request[],
  friendships: ReturnType<typeof $friendships.get>,
): Request[] =>
  items.filter(
    ({ subject }) => (friendships[subject.user_id] ?? 'accept_request') === 'accept_request',
  );

const once = (items: FriendRequest[]) => [
  ...new Map(items.map((item) => [item.notification_id, item])).values(),
];

async function load(
  page: number,
  join: (loaded: FriendRequest[]) => FriendRequest[],
): Promise<void> {
  if ($requestsStatus.get() === 'loading') return;
  $requestsStatus.set('loading');
  try {
    const { response, totalItemCount } = await listRequests({ page, limit: pageSize });
    const answered = response.length - unanswered(response, $friendships.get()).length;
    $requests.set({ items: once(join(response)), total: totalItemCount - answered });
    $requestsStatus.set('idle');
  } catch {
    $requestsStatus.set('failed');
  }
}

/** The newest, when the popup opens; what it showed before stays until they are here. */
export const loadRequests = (): Promise<void> => load(1, (first) => first);

/**
 * Those after what is shown. Answered ones are gone from the server's pages, so pages are counted
 * by what is left.
 */
export async function loadMoreRequests(): Promise<void> {
  const known = $requests.get();
  if (!known) return;
  const left = unanswered(known.items, $friendships.get());
  if (left.length >= known.total) return;
  await load(Math.floor(left.length / pageSize) + 1, (more) => [...known.items, ...more]);
}

/** Opening the popup is looking at them. */
export async function sawRequests(): Promise<void> {
  $unseen.set(0);
  // The badge comes back with the next screen if this fails.
  await markRequestsSeen({}).catch(() => undefined);
}
