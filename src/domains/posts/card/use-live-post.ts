import { useEffect, useRef } from 'react';
import { postSubject, refreshPost } from '#domains/posts/posts.store.ts';
import { onLive, type LiveChange } from '#lib/live-events.ts';
import { watchSubject } from '#lib/live-watch.ts';

/**
 * Refreshes the post when others react to it, while it is on the screen.
 * @param readAt wire time at which the shown version was read
 */
export function useLivePost(id: number, readAt: string | undefined): void {
  const latest = useRef(readAt);
  latest.current = readAt;
  useEffect(() => {
    const subject = postSubject(id);
    const stops = [
      watchSubject(subject, latest.current),
      onLive<LiveChange>(
        'reactions',
        ({ subject: changed }) => changed === subject && refreshPost(id),
      ),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [id]);
}
