import { atom } from 'nanostores';
import { RestError } from '#lib/rest.ts';
import { search } from './search.calls.ts';
import type { SearchResult } from './search.schema.ts';

export interface PopupState {
  /** What was asked for; empty closes the popup. */
  query: string;
  status: 'asking' | 'found' | 'failed';
  results: SearchResult[];
  isSimilar: boolean;
}

const closed: PopupState = { query: '', status: 'found', results: [], isSimilar: false };
export const $popup = atom<PopupState>(closed);

const most = 5;
const pause = 300;
let timer: ReturnType<typeof setTimeout> | undefined;
let asking: AbortController | undefined;

/**
 * Asks once the typing pauses. What was found before stays until then; an answer that is no longer
 * asked for is dropped.
 */
export function askFor(text: string): void {
  const query = text.trim();
  clearTimeout(timer);
  asking?.abort();
  if (!query) return closePopup();
  $popup.set({ ...$popup.get(), query, status: 'asking' });
  timer = setTimeout(() => void ask(query), pause);
}

async function ask(query: string): Promise<void> {
  const mine = (asking = new AbortController());
  try {
    const { result, is_similar } = await search({ query, limit: most }, { signal: mine.signal });
    if (asking === mine)
      $popup.set({
        query,
        status: 'found',
        results: result.slice(0, most),
        isSimilar: is_similar === 1,
      });
  } catch (error) {
    if (asking === mine && !(error instanceof RestError && error.code === 'aborted'))
      $popup.set({ query, status: 'failed', results: [], isSimilar: false });
  }
}

export function closePopup(): void {
  clearTimeout(timer);
  asking?.abort();
  asking = undefined;
  $popup.set(closed);
}
