import { useStore } from '@nanostores/react';
import { CalendarClock } from 'lucide';
import { useEffect } from 'react';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import {
  $scheduledPosts,
  cancelScheduledPost,
  changeScheduledPost,
  loadScheduledPosts,
} from './scheduled.store.ts';
import { ScheduledPostRow } from './ScheduledPostRow.tsx';
import './scheduled-posts.css';

/** The member's own posts that wait for their time, to be changed or dropped. */
export function ScheduledPosts({ timeZone }: { timeZone: string }) {
  const { status, posts, total } = useStore($scheduledPosts);
  useEffect(() => void loadScheduledPosts(), []);

  return (
    <div className="scheduled-posts" aria-busy={status === 'loading'}>
      {posts.length > 0 && (
        <ul className="scheduled-list">
          {posts.map((post) => (
            <ScheduledPostRow
              key={post.id}
              post={post}
              timeZone={timeZone}
              onChange={(change) => changeScheduledPost(change, timeZone)}
              onCancel={() => cancelScheduledPost(post.id)}
            />
          ))}
        </ul>
      )}
      {status === 'loading' && <Skeleton kind="post" count={posts.length > 0 ? 1 : 2} />}
      {status === 'failed' && (
        <ErrorState onRetry={() => void loadScheduledPosts(posts.length > 0)}>
          Your scheduled posts could not be loaded.
        </ErrorState>
      )}
      {status === 'there' && posts.length === 0 && (
        <EmptyState icon={<Icon of={CalendarClock} />}>Nothing is scheduled.</EmptyState>
      )}
      {status === 'there' && posts.length < total && (
        <Button wide onClick={() => void loadScheduledPosts(true)}>
          Show more
        </Button>
      )}
    </div>
  );
}
