import { atom } from 'nanostores';
import { RestError } from '#lib/rest.ts';
import { search } from './search.calls.ts';
import { toFoundPage, type FoundModel } from './search.model.ts';

export interface PopupState {
  /** Current query; empty closes the popup. */
  query: string;
  status: 'asking' | 'found' | 'failed';
  results: FoundModel[];
  isSimilar: boolean;
}

const closed: PopupState = { query: '', status: 'found', results: [], isSimilar: false };
export const $popup = atom<PopupState>(closed);

const maxResults = 5;
const debounceTime = 300;
let timer: ReturnType<typeof setTimeout> | undefined;
let request: AbortController | undefined;

/**
 * Searches once typing pauses. Previous results stay until then; outdated responses are ignored.
 */
export function setQuery(text: string): void {
  const query = text.trim();
  clearTimeout(timer);
  request?.abort();
  if (!query) return closePopup();
  $popup.set({ ...$popup.get(), query, status: 'asking' });
  timer = setTimeout(() => void runSearch(query), debounceTime);
}

async function runSearch(query: string): Promise<void> {
  const current = (request = new AbortController());
  try {
    const { results, isSimilar } = toFoundPage(
      await search({ query, limit: maxResults }, { signal: current.signal }),
    );
    if (request === current)
      $popup.set({
        query,
        status: 'found',
        results: results.slice(0, maxResults),
        isSimilar,
      });
  } catch (error) {
    if (request === current && !(error instanceof RestError && error.code === 'aborted'))
      $popup.set({ query, status: 'failed', results: [], isSimilar: false });
  }
}

export function closePopup(): void {
  clearTimeout(timer);
  request?.abort();
  request = undefined;
  $popup.set(closed);
}
