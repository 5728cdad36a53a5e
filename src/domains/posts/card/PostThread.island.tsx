import { memo, useEffect, useRef } from 'react';
import { parseWire, timestampLabel } from '#lib/dates.ts';
import { useToday } from '#ui/use-today.ts';
import { PostComments, type PostCommentsProps } from './PostComments.island.tsx';

/**
 * The comments of a post on its own page. Over midnight what was said today becomes yesterday's,
 * also above, where nothing wakes up.
 */
export const PostThread = memo(function PostThread({ now: served, ...thread }: PostCommentsProps) {
  const { postId, timeZone } = thread;
  const now = useToday(served, timeZone);
  const said = useRef(served);
  useEffect(() => {
    const [before, after] = [parseWire(said.current)!, parseWire(now)!];
    said.current = now;
    if (before.getTime() === after.getTime()) return;
    for (const time of document.querySelectorAll<HTMLTimeElement>(
      `[data-post="${postId}"] .post-when time`,
    )) {
      const moment = new Date(time.dateTime);
      time.textContent = time.textContent.replace(
        timestampLabel(moment, before, timeZone),
        timestampLabel(moment, after, timeZone),
      );
    }
  }, [now]);
  return <PostComments {...thread} now={now} />;
});
