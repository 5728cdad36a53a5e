import { useEffect, useRef } from 'react';
import { onLive, type LiveChange } from '#lib/live-events.ts';
import { watchSubject } from '#lib/live-watch.ts';
import { postSubject, refreshPost } from './posts.store.ts';

/**
 * While the post is on the screen, it follows what others do to it.
 * @param readAt wire time at which what is shown was read
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
