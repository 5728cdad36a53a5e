import { atom } from 'nanostores';
import type { Badges } from '#domains/notifications/notifications.schema.ts';
import { onLive } from '#lib/live-events.ts';
import { listRequests, markRequestsSeen } from './friends.calls.ts';
import { toRequest, toUnseenCount, type RequestModel } from './friends.model.ts';
import { $friendships } from './friends.store.ts';

export interface LoadedRequests {
  items: RequestModel[];
  /** Latest total from the server. */
  total: number;
}

const pageSize = 10;

/** Requests in the popup. */
export const $requests = atom<LoadedRequests | undefined>(undefined);
export const $requestsStatus = atom<'idle' | 'loading' | 'failed'>('idle');
/** Number of unseen requests; undefined until it differs from the served number. */
export const $unseen = atom<number | undefined>(undefined);

// Sent whenever the stream has refreshed the counts.
onLive<Badges>('badges', (badges) => {
  $unseen.set(toUnseenCount(badges));
  if (document.querySelector('#friend-requests:popover-open')) void loadRequests();
});

/** Requests that are still open. */
export const unanswered = (
  items: RequestModel[],
  friendships: ReturnType<typeof $friendships.get>,
): RequestModel[] =>
  items.filter(({ sender }) => (friendships[sender.id] ?? 'accept_request') === 'accept_request');

const withoutDuplicates = (items: RequestModel[]) => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];

async function load(page: number, join: (loaded: RequestModel[]) => RequestModel[]): Promise<void> {
  if ($requestsStatus.get() === 'loading') return;
  $requestsStatus.set('loading');
  try {
    const { response, totalItemCount } = await listRequests({ page, limit: pageSize });
    const loaded = response.map(toRequest);
    const answered = loaded.length - unanswered(loaded, $friendships.get()).length;
    $requests.set({ items: withoutDuplicates(join(loaded)), total: totalItemCount - answered });
    $requestsStatus.set('idle');
  } catch {
    $requestsStatus.set('failed');
  }
}

/** Loads the newest requests for the popup; the previous ones stay meanwhile. */
export const loadRequests = (): Promise<void> => load(1, (first) => first);

/**
 * Loads the next page. Answered requests leave the server's pages, so the page number follows from
 * the open ones.
 */
export async function loadMoreRequests(): Promise<void> {
  const known = $requests.get();
  if (!known) return;
  const left = unanswered(known.items, $friendships.get());
  if (left.length >= known.total) return;
  await load(Math.floor(left.length / pageSize) + 1, (more) => [...known.items, ...more]);
}

/** Marks the requests as seen when the popup opens. */
export async function markSeen(): Promise<void> {
  $unseen.set(0);
  // On failure the next screen shows the badge again.
  await markRequestsSeen({}).catch(() => undefined);
}
