import { useEffect } from 'react';
import { type LiveChange, onLive } from '#lib/live-events.ts';
import { watchSubject } from '#lib/live-watch.ts';
import { postSubject, refreshPost } from './posts.store.ts';

/** While the post is on the screen, it follows what others do to it. */
export function useLivePost(id: number): void {
  useEffect(() => {
    const subject = postSubject(id);
    const stops = [
      watchSubject(subject),
      onLive<LiveChange>('reactions', ({ subject: changed }) => changed === subject && refreshPost(id)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [id]);
}
