import { useEffect } from 'react';
import { onLive, type LiveChange } from '#lib/live-events.ts';
import { watchSubject } from '#lib/live-watch.ts';
import { oneAtATime } from '#lib/one-at-a-time.ts';
import type { Comment } from './comments.schema.ts';
import { refreshThread, type CommentCalls } from './comments.store.ts';
import { onSentElsewhere } from './drafts.store.ts';

/**
 * While the thread is on the screen, what others write there arrives, and what the member writes in
 * another window.
 */
export function useLiveThread(
  memberId: number,
  subject: string,
  served: Comment[],
  calls: CommentCalls,
): void {
  useEffect(() => {
    const refresh = oneAtATime(() => refreshThread(subject, served, calls));
    const stops = [
      watchSubject(subject),
      onLive<LiveChange>('comments', ({ subject: changed }) => changed === subject && refresh()),
      onSentElsewhere(memberId, subject, refresh),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [memberId, subject, served, calls]);
}
