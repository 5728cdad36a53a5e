import { atom } from 'nanostores';

/**
 * Posts written since the screen was served that wait for approval: how many, by the key of the
 * composer's target.
 */
export const $pendingPosts = atom<Readonly<Record<string, number>>>({});

export function addPendingPost(key: string): void {
  const counts = $pendingPosts.get();
  $pendingPosts.set({ ...counts, [key]: (counts[key] ?? 0) + 1 });
}
