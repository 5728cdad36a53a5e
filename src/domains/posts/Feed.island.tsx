import { useStore } from '@nanostores/react';
import { MessagesSquare } from 'lucide-react';
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Writer } from '#domains/comments/thread.rules.ts';
import { fromSeed, type Seed } from '#lib/seed.ts';
import { bringChanges } from '#lib/tab-changes.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { showKeptToast } from '#ui/next-toast.ts';
import { ScrollToTop } from '#ui/ScrollToTop.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { WindowVirtualList, type ScrollPlace } from '#ui/WindowVirtualList.tsx';
import { keepPlace, placeToReturnTo } from './feed-place.ts';
import { withoutDuplicates, type FeedPages } from './feed.rules.ts';
import { createFeed } from './feed.store.ts';
import { FeedPost, HiddenPost } from './FeedPost.island.tsx';
import type { FeedItem } from './feed-item.schema.ts';
import type { FeedInput } from './feed.schema.ts';
import { $blocked, $newPosts, $postChanges } from './posts.store.ts';
import './Feed.css';

/** Several screens high. Twenty would double the work of the server and the bytes before the first paint. */
const drawnByServer = 8;

export interface FeedProps {
  /** The first page, drawn by the server. */
  first: Seed<FeedPages>;
  /** What that page was asked for, and every further one is. */
  query?: FeedInput;
  member: Writer;
  /** The server's moment, as wire text. */
  now: string;
  timeZone: string;
}

// memo, because Astro calls a plain function once only to see whether it is a component.
export const Feed = memo(function Feed({ first, query = {}, member, now, timeZone }: FeedProps) {
  const [feed] = useState(() => createFeed(fromSeed(first), query));
  const { items, hasMore } = useStore(feed.$pages);
  const status = useStore(feed.$status);
  const written = useStore($newPosts, { ssr: 'initial' });
  const changes = useStore($postChanges, { ssr: 'initial' });
  const blocked = useStore($blocked, { ssr: 'initial' });
  const [restored, setRestored] = useState<ScrollPlace>();
  const place = useRef<{ read: () => ScrollPlace }>(null);

  useLayoutEffect(() => {
    const left = placeToReturnTo(location.pathname + location.search);
    if (left) {
      // Otherwise the browser would scroll by itself, in a page that is still short.
      history.scrollRestoration = 'manual';
      feed.restore(left.pages);
      setRestored({ top: left.top, measurements: left.measurements });
    }
    const leave = () => {
      const here = place.current?.read();
      const { items, ...rest } = feed.$pages.get();
      const pages = { ...rest, items: withoutDuplicates([...$newPosts.get(), ...items]) };
      if (here) keepPlace(location.pathname + location.search, { pages, top: here.top, measurements: Array.from(here.measurements, (one) => ({ ...one })) });
    };
    addEventListener('pagehide', leave);
    return () => removeEventListener('pagehide', leave);
  }, [feed]);

  useEffect(() => {
    bringChanges();
    showKeptToast();
  }, []);

  const isThere = ({ feed: { action_id, subject_type, subject_id } }: FeedItem) =>
    changes[action_id]?.state !== 'deleted' && !(subject_type === 'user' && blocked.has(subject_id));
  const shown = withoutDuplicates([...written, ...items]).filter(isThere);

  if (!shown.length && !hasMore) return <EmptyState icon={<MessagesSquare aria-hidden="true" />}>No posts here yet...</EmptyState>;
  return (
    <div className="feed">
      <WindowVirtualList
        key={restored ? 'restored' : 'served'}
        items={shown}
        keyOf={({ feed: { action_id } }) => action_id}
        row={(item, index) => {
          const { action_id: id } = item.feed;
          const change = changes[id];
          return (
            <div className="feed-row">
              {change?.state === 'hidden' ? (
                <HiddenPost item={item} />
              ) : (
                <FeedPost item={item} body={change?.body} member={member} now={now} timeZone={timeZone} isFirst={index === 0} />
              )}
            </div>
          );
        }}
        drawn={drawnByServer}
        label="News feed"
        isBusy={status === 'loading'}
        onEndReached={() => void feed.loadMore()}
        restored={restored}
        place={place}
      />
      {status === 'loading' && <Skeleton kind="post" count={2} />}
      {status === 'failed' && <ErrorState onRetry={() => void feed.loadMore()}>More posts could not be loaded.</ErrorState>}
      <ScrollToTop />
    </div>
  );
});
