import { suggestFriends } from '#domains/friends/friends.calls.ts';
import { RestError } from '#lib/rest.ts';
import type { DraftTag, PeopleFound } from './draft.rules.ts';

type Find = (search: string, options: { signal: AbortSignal }) => Promise<DraftTag[]>;

/** A search by name of which only the newest answer counts. */
export function createPeopleSearch(
  find: Find,
  failure: string,
): (search: string) => Promise<PeopleFound> {
  let latest: AbortController | undefined;
  return async (search) => {
    latest?.abort();
    const current = (latest = new AbortController());
    try {
      const people = await find(search, { signal: current.signal });
      return current === latest ? { kind: 'found', people } : null;
    } catch (error) {
      if (current !== latest || (error instanceof RestError && error.code === 'aborted'))
        return null;
      return { kind: 'failed', message: error instanceof RestError ? error.message : failure };
    }
  };
}

export const searchFriends = createPeopleSearch(async (search, options) => {
  const found = await suggestFriends({ search, limit: 10 }, options);
  return found.map(({ id, label, image }) => ({ id, label, image }));
}, 'Unable to search for friends right now.');
