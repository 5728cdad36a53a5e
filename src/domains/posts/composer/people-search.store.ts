import { suggestFriends } from '#domains/friends/friends.calls.ts';
import { RestError } from '#lib/rest.ts';
import type { DraftTag } from './draft.rules.ts';

export type FriendsFound =
  { kind: 'found'; friends: DraftTag[] } | { kind: 'failed'; message: string } | null;

let latest: AbortController | undefined;

/** Own friends by name; null when a newer search has taken its place. */
export async function searchFriends(search: string): Promise<FriendsFound> {
  latest?.abort();
  const mine = (latest = new AbortController());
  try {
    const found = await suggestFriends({ search, limit: 10 }, { signal: mine.signal });
    return mine === latest
      ? { kind: 'found', friends: found.map(({ id, label, image }) => ({ id, label, image })) }
      : null;
  } catch (error) {
    if (mine !== latest || (error instanceof RestError && error.code === 'aborted')) return null;
    return {
      kind: 'failed',
      message: error instanceof RestError ? error.message : 'Friends could not be searched.',
    };
  }
}
