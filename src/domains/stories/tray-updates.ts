import { onLive, type LiveSubject } from '#lib/live-events.ts';

// The strip is complete as served and sleeps. What happens to it meanwhile is kept here and wakes
// it; awake, it takes it as it comes.

export interface StripNews {
  /** Whose stories have changed. */
  owners: Set<number>;
  /** Nobody knows whose. */
  isAll: boolean;
}

let news: StripNews = { owners: new Set(), isAll: false };
let take: ((news: StripNews) => void) | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

const wake = () =>
  document.querySelector('.story-strip')?.closest('astro-island')?.dispatchEvent(new Event('wake'));

function handOn(): void {
  if (!take) return void wake();
  clearTimeout(timer);
  const taken = news;
  news = { owners: new Set(), isAll: false };
  if (taken.isAll || taken.owners.size) take(taken);
}

/** The strip is awake. Gives what ends it. */
export function takeNews(taker: (news: StripNews) => void): () => void {
  take = taker;
  handOn();
  return () => (take = undefined);
}

/** Called once by a screen that has the strip. */
export function startNews(): void {
  const all = () => {
    news.isAll = true;
    handOn();
  };
  const one = ({ id }: LiveSubject) => {
    news.owners.add(id);
    handOn();
  };
  onLive<LiveSubject>('stories', one);
  // On this very screen: what they tell is not for this member any more.
  onLive<LiveSubject>('blocked', one);
  onLive('reopened', all);
  // Nothing was heard while the page lay in the memory of the browser; out of its cache it may be
  // older than the click.
  addEventListener('pageshow', ({ persisted }) => persisted && all());
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  news.isAll = entry?.type === 'back_forward';
  // When the first of its stories ends.
  const left = Number(document.querySelector<HTMLElement>('.story-strip')?.dataset.left);
  if (left) timer = setTimeout(wake, left);
}
