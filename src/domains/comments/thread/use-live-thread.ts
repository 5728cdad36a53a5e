import { useEffect } from 'react';
import type { CommentCalls } from '#domains/comments/comment-calls.ts';
import type { CommentModel } from '#domains/comments/comments.model.ts';
import { onSentElsewhere } from '#domains/comments/compose/drafts.store.ts';
import { onLive, type LiveChange } from '#lib/live-events.ts';
import { watchSubject } from '#lib/live-watch.ts';
import { oneAtATime } from '#lib/one-at-a-time.ts';
import { refreshThread } from './threads.store.ts';

/**
 * Keeps the thread up to date while it is on the screen: comments by others, and by the member in
 * another window.
 */
export function useLiveThread(
  memberId: number,
  subject: string,
  served: CommentModel[],
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
