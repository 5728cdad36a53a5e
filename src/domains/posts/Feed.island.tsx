import { useStore } from '@nanostores/react';
import { MessagesSquare } from 'lucide-react';
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Writer } from '#domains/comments/thread.rules.ts';
import { $blocked } from '#domains/policy/blocks.store.ts';
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
import { FeedPost } from './FeedPost.island.tsx';
import type { FeedInput } from './feed.schema.ts';
import { HiddenPost } from './HiddenPost.island.tsx';
import { isListed, presentPost } from './post-changes.ts';
import { $hiddenAuthors, $newPosts, $postChanges } from './posts.store.ts';
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
  const hiddenAuthors = useStore($hiddenAuthors, { ssr: 'initial' });
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

  const shown = useMemo(() => {
    const now = { posts: changes, blocked, hiddenAuthors };
    return withoutDuplicates([...written, ...items]).flatMap((item) => (isListed(item, now) ? presentPost(item, now) : []));
  }, [written, items, changes, blocked, hiddenAuthors]);

  if (!shown.length && !hasMore) return <EmptyState icon={<MessagesSquare aria-hidden="true" />}>No posts here yet...</EmptyState>;
  return (
    <div className="feed">
      <WindowVirtualList
        key={restored ? 'restored' : 'served'}
        items={shown}
        keyOf={({ feed: { action_id } }) => action_id}
        row={(item, index) => {
          const { action_id: id, subject_type, subject_id, subjectIformation } = item.feed;
          return (
            <div className="feed-row">
              {changes[id]?.state === 'hidden' ? (
                <HiddenPost postId={id} author={subjectIformation.displayname} authorId={subject_type === 'user' ? subject_id : undefined} />
              ) : (
                <FeedPost item={item} member={member} now={now} timeZone={timeZone} isFirst={index === 0} />
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
