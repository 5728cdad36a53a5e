import { MessagesSquare } from 'lucide';
import { useEffect, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import {
  emptyHint,
  emptyText,
  everything,
  toAddress,
  type FeedSelection,
} from './feed-selection.rules.ts';
import type { FeedStatus } from './feed.rules.ts';

const patience = 6_000;

export interface FeedEndProps {
  selection: FeedSelection;
  status: FeedStatus;
  isEmpty: boolean;
  hasMore: boolean;
  onRetry: () => void;
}

/** Under the posts: more are on their way, they did not come, or there are none at all. */
export function FeedEnd({ selection, status, isEmpty, hasMore, onRetry }: FeedEndProps) {
  if (status === 'loading') {
    return (
      <>
        <Slow />
        <Skeleton kind="post" count={isEmpty ? 3 : 2} />
      </>
    );
  }
  if (status !== 'idle') {
    const what = isEmpty
      ? 'Unable to load posts right now.'
      : 'Unable to load more posts right now.';
    return (
      <ErrorState onRetry={onRetry}>
        {status === 'offline' ? `${what} Please check your connection.` : what}
      </ErrorState>
    );
  }
  if (hasMore) {
    return (
      <noscript>
        <p className="feed-slow">Older posts need JavaScript.</p>
      </noscript>
    );
  }
  if (!isEmpty) return null;
  const hint = emptyHint(selection);
  const all = toAddress(selection.wall ? { ...everything, wall: selection.wall } : everything);
  return (
    <EmptyState
      icon={<Icon of={MessagesSquare} />}
      action={
        <>
          {hint && (
            <p className="feed-hint" dir="auto">
              {hint}
            </p>
          )}
          {toAddress(selection) !== all && <Button href={all}>Show all posts</Button>}
        </>
      }
    >
      {emptyText}
    </EmptyState>
  );
}

/** Nothing has failed, and nothing comes. */
function Slow() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), patience);
    return () => clearTimeout(timer);
  }, []);
  return isSlow ? (
    <p className="feed-slow" role="status">
      Still loading. Your connection may be slow.
    </p>
  ) : null;
}
