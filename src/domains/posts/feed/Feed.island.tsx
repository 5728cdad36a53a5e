import { useStore } from '@nanostores/react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import type { Writer } from '#domains/comments/thread.rules.ts';
import { $blocked } from '#domains/policy/blocks.store.ts';
import { HiddenPost } from '#domains/posts/hidden/HiddenPost.island.tsx';
import { isListed, presentPost } from '#domains/posts/post-changes.ts';
import { $hiddenAuthors, $newPosts, $postChanges } from '#domains/posts/posts.store.ts';
import { $savedChanges } from '#domains/posts/saved/saved.store.ts';
import { replayChanges } from '#lib/bfcache-changes.ts';
import { parseWire } from '#lib/dates.ts';
import { toMonth } from '#lib/months.ts';
import { fromSeed, type Seed } from '#lib/seed.ts';
import { toWireType } from '#lib/wire-names.ts';
import { showFlashToast } from '#ui/flash-toast.ts';
import { ScrollToTop } from '#ui/ScrollToTop.tsx';
import { announce } from '#ui/toast.ts';
import { useToday } from '#ui/use-today.ts';
import { WindowVirtualList, type ScrollPosition } from '#ui/WindowVirtualList.tsx';
import { DateFilter } from './DateFilter.island.tsx';
import { DateSpan } from './DateSpan.island.tsx';
import {
  addressOf,
  inputOf,
  mayGrow,
  takesIn,
  type FeedSelection,
} from './feed-selection.rules.ts';
import { merged, type FeedPages } from './feed.rules.ts';
import { createFeed } from './feed.store.ts';
import { FeedEnd } from './FeedEnd.tsx';
import { FeedFilters } from './FeedFilters.tsx';
import { FeedPost } from './FeedPost.island.tsx';
import { NewPostsPill } from './NewPostsPill.tsx';
import { useSelection } from './use-selection.ts';
import { useWatch } from './use-watch.ts';
import './Feed.css';

const nobody: ReadonlySet<number> = new Set();

/**
 * Several screens high. Twenty would double the work of the server and the bytes before the first
 * paint.
 */
const drawnByServer = 8;

export interface FeedProps {
  /** The first page, drawn by the server. */
  first: Seed<FeedPages>;
  /** What that page shows. */
  selection: FeedSelection;
  member: Writer;
  /** The server's moment, as wire text. */
  now: string;
  timeZone: string;
}

export const Feed = memo(function Feed({
  first,
  selection: served,
  member,
  now: servedAt,
  timeZone,
}: FeedProps) {
  const now = useToday(servedAt, timeZone);
  const [feed] = useState(() => createFeed(fromSeed(first), inputOf(served, timeZone)));
  const { items, hasMore } = useStore(feed.$pages);
  const status = useStore(feed.$status);
  const newer = useStore(feed.$newer);
  const written = useStore($newPosts, { ssr: 'initial' });
  const changes = useStore($postChanges, { ssr: 'initial' });
  const blocked = useStore($blocked, { ssr: 'initial' });
  const hiddenAuthors = useStore($hiddenAuthors, { ssr: 'initial' });
  const saved = useStore($savedChanges, { ssr: 'initial' });
  const place = useRef<{ read: () => ScrollPosition }>(null);
  const thisMonth = useMemo(() => toMonth(parseWire(now)!, timeZone), [now, timeZone]);
  const { selection, restored, key, choose } = useSelection(
    feed,
    served,
    timeZone,
    parseWire(now)!,
    place,
  );

  useEffect(() => {
    replayChanges();
    showFlashToast();
    const retry = () => feed.$status.get() === 'offline' && void feed.loadMore();
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [feed]);

  const mine = useMemo(
    () => written.filter((item) => takesIn(selection, item, thisMonth)),
    [written, selection, thisMonth],
  );
  const shown = useMemo(() => {
    // On their own wall the posts of somebody hidden show all the same.
    const latest = {
      posts: changes,
      blocked,
      hiddenAuthors: selection.wall ? nobody : hiddenAuthors,
    };
    const isLeft = (id: number) => selection.filter === 'user_saved' && saved[id] === false;
    return merged(mine, items).flatMap((item) =>
      isListed(item, latest) && !isLeft(item.feed.action_id) ? presentPost(item, latest) : [],
    );
  }, [mine, items, changes, blocked, hiddenAuthors, saved, selection]);

  const checkNewer = () => {
    const ids = mine
      .map((item) => item.feed.action_id)
      .filter((id) => (changes[id]?.state ?? 'shown') === 'shown');
    return feed.checkNewer(ids);
  };
  useWatch(() => void checkNewer(), mayGrow(selection, thisMonth));
  const showNewer = async () => {
    if (!(await feed.showNewer())) return;
    window.scrollTo({ top: 0, behavior: 'instant' });
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  };

  return (
    <div className="feed">
      {!selection.wall && (
        <>
          <FeedFilters selection={selection} onChoose={choose} end={<DateFilter isSmall />} />
          <DateSpan selection={selection} thisMonth={thisMonth} onChoose={choose} />
        </>
      )}
      <NewPostsPill count={newer} onShow={() => void showNewer()} announce={announce} />
      {shown.length > 0 && (
        <WindowVirtualList
          key={`${key} ${addressOf(selection)}`}
          items={shown}
          keyOf={({ feed: { action_id } }) => action_id}
          row={(item, index) => {
            const { action_id: id, subject_type, subject_id, subjectIformation } = item.feed;
            return (
              <div className="feed-row">
                {changes[id]?.state === 'hidden' ? (
                  <HiddenPost
                    postId={id}
                    author={subjectIformation.displayname}
                    authorId={subject_type === toWireType('member') ? subject_id : undefined}
                  />
                ) : (
                  <FeedPost
                    item={item}
                    member={member}
                    now={now}
                    timeZone={timeZone}
                    index={index}
                    count={hasMore ? -1 : shown.length}
                  />
                )}
              </div>
            );
          }}
          drawn={drawnByServer}
          label={selection.wall ? 'Posts' : 'News feed'}
          isBusy={status === 'loading'}
          onEndReached={() => void feed.loadMore()}
          restored={restored}
          scrollPosition={place}
        />
      )}
      <FeedEnd
        selection={selection}
        status={status}
        isEmpty={shown.length === 0}
        hasMore={hasMore}
        onRetry={() => void feed.loadMore()}
      />
      <ScrollToTop />
    </div>
  );
});
