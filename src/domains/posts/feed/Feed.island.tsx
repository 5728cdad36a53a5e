import { useStore } from '@nanostores/react';
import { memo, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Writer } from '#domains/comments/thread/thread.rules.ts';
import { $blocked } from '#domains/policy/blocks.store.ts';
import { HiddenPost } from '#domains/posts/hidden/HiddenPost.island.tsx';
import { isListed, presentPost } from '#domains/posts/post-changes.ts';
import type { PostModel } from '#domains/posts/posts.model.ts';
import { $hiddenAuthors, $newPosts, $postChanges } from '#domains/posts/posts.store.ts';
import { $savedChanges } from '#domains/posts/saved/saved.store.ts';
import { replayChanges } from '#lib/bfcache-changes.ts';
import { parseWire } from '#lib/dates.ts';
import { readIslandData, type IslandData } from '#lib/island-data.ts';
import { toMonth } from '#lib/months.ts';
import { showFlashToast } from '#ui/flash-toast.ts';
import { ScrollToTop } from '#ui/ScrollToTop.tsx';
import { announce } from '#ui/toast.ts';
import { useToday } from '#ui/use-today.ts';
import { WindowVirtualList, type ScrollPosition } from '#ui/WindowVirtualList.tsx';
import { DateFilter } from './DateFilter.island.tsx';
import { DateSpan } from './DateSpan.island.tsx';
import { toFeedInput } from './feed-input.model.ts';
import { includesNewPost, mayGrow, toAddress, type FeedSelection } from './feed-selection.rules.ts';
import { firstPageSize, merged, type FeedPages } from './feed.rules.ts';
import { createFeed } from './feed.store.ts';
import { FeedEnd } from './FeedEnd.tsx';
import { FeedFilters } from './FeedFilters.tsx';
import { FeedPost, type DrawContent } from './FeedPost.island.tsx';
import { Joins } from './Joins.island.tsx';
import { isRun, withJoins, type JoinModel, type JoinRun } from './joins.rules.ts';
import { NewPostsPill } from './NewPostsPill.tsx';
import { useSelection } from './use-selection.ts';
import { useWatch } from './use-watch.ts';
import './Feed.css';

const nobody: ReadonlySet<string> = new Set();

export interface FeedProps {
  /** The first page, rendered by the server. */
  first: IslandData<FeedPages> & { draw?: DrawContent };
  /** The selection of that page. */
  selection: FeedSelection;
  member: Writer;
  /** The server's wire time. */
  now: string;
  timeZone: string;
  /** After the third and the tenth post, where there is no room beside the feed. */
  firstAd?: ReactNode;
  secondAd?: ReactNode;
}

export const Feed = memo(function Feed({
  first,
  selection: served,
  member,
  now: servedAt,
  timeZone,
  firstAd,
  secondAd,
}: FeedProps) {
  const now = useToday(servedAt, timeZone);
  const [feed] = useState(() => createFeed(readIslandData(first), toFeedInput(served, timeZone)));
  const { items, joins, hasMore } = useStore(feed.$pages);
  const status = useStore(feed.$status);
  const newer = useStore(feed.$newer);
  const written = useStore($newPosts, { ssr: 'initial' });
  const changes = useStore($postChanges, { ssr: 'initial' });
  const blocked = useStore($blocked, { ssr: 'initial' });
  const hiddenAuthors = useStore($hiddenAuthors, { ssr: 'initial' });
  const saved = useStore($savedChanges, { ssr: 'initial' });
  const scrollPosition = useRef<{ read: () => ScrollPosition }>(null);
  const thisMonth = useMemo(() => toMonth(parseWire(now)!, timeZone), [now, timeZone]);
  const { selection, restored, key, choose } = useSelection(
    feed,
    served,
    timeZone,
    parseWire(now)!,
    scrollPosition,
  );

  useEffect(() => {
    replayChanges();
    showFlashToast();
    const retry = () => feed.$status.get() === 'offline' && void feed.loadMore();
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [feed]);

  const mine = useMemo(
    () => written.filter((post) => includesNewPost(selection, post, thisMonth)),
    [written, selection, thisMonth],
  );
  const shown = useMemo(() => {
    // A hidden author's own wall still shows their posts.
    const latest = {
      posts: changes,
      blocked,
      hiddenAuthors: selection.wall ? nobody : hiddenAuthors,
    };
    const isUnsaved = (id: number) => selection.filter === 'user_saved' && saved[id] === false;
    return merged(mine, items).flatMap((post) =>
      isListed(post, latest) && !isUnsaved(post.id) ? presentPost(post, latest) : [],
    );
  }, [mine, items, changes, blocked, hiddenAuthors, saved, selection]);

  const rows = useMemo(() => {
    const isShown = ({ id, member: { id: memberId } }: JoinModel) =>
      (changes[id]?.state ?? 'shown') === 'shown' && !blocked.has(memberId);
    return withJoins(shown, joins.filter(isShown));
  }, [shown, joins, changes, blocked]);

  const checkNewer = () => {
    const ids = mine
      .map(({ id }) => id)
      .filter((id) => (changes[id]?.state ?? 'shown') === 'shown');
    return feed.checkNewer(ids);
  };
  useWatch(() => void checkNewer(), mayGrow(selection, thisMonth));
  const showNewer = async () => {
    if (!(await feed.showNewer())) return;
    window.scrollTo({ top: 0, behavior: 'instant' });
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  };

  const drawRow = (row: PostModel | JoinRun, index: number) => {
    if (isRun(row)) return <Joins joins={row.joins} now={now} timeZone={timeZone} />;
    if (changes[row.id]?.state === 'hidden')
      return <HiddenPost postId={row.id} author={row.author} />;
    return (
      <FeedPost
        post={row}
        member={member}
        now={now}
        timeZone={timeZone}
        index={index}
        count={hasMore ? -1 : rows.length}
        isOnWall={selection.wall !== undefined}
        draw={first.draw}
      />
    );
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
      {rows.length > 0 && (
        <WindowVirtualList
          key={`${key} ${toAddress(selection)}`}
          items={rows}
          keyOf={({ id }) => id}
          row={(row, index) => (
            <div className="feed-row">
              {drawRow(row, index)}
              {index === 2 && firstAd}
              {index === 9 && secondAd}
            </div>
          )}
          drawn={firstPageSize}
          label={selection.wall ? 'Posts' : 'News feed'}
          isBusy={status === 'loading'}
          onEndReached={() => void feed.loadMore()}
          restored={restored}
          scrollPosition={scrollPosition}
        />
      )}
      <FeedEnd
        selection={selection}
        status={status}
        isEmpty={rows.length === 0}
        hasMore={hasMore}
        onRetry={() => void feed.loadMore()}
      />
      <ScrollToTop />
    </div>
  );
});
