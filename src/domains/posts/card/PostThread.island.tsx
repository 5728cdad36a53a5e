import { memo, useEffect, useRef } from 'react';
import { parseWire, timestampLabel } from '#lib/dates.ts';
import { useToday } from '#ui/use-today.ts';
import { PostComments, type PostCommentsProps } from './PostComments.island.tsx';

/** Comments on the post's own page. At midnight also updates the relative dates of the card. */
export const PostThread = memo(function PostThread({ now: served, ...thread }: PostCommentsProps) {
  const { postId, timeZone } = thread;
  const now = useToday(served, timeZone);
  const shownDate = useRef(served);
  useEffect(() => {
    const [before, after] = [parseWire(shownDate.current)!, parseWire(now)!];
    shownDate.current = now;
    if (before.getTime() === after.getTime()) return;
    for (const time of document.querySelectorAll<HTMLTimeElement>(
      `[data-post="${postId}"] .post-when time`,
    )) {
      const date = new Date(time.dateTime);
      time.textContent = time.textContent.replace(
        timestampLabel(date, before, timeZone),
        timestampLabel(date, after, timeZone),
      );
    }
  }, [now, postId, timeZone]);
  return <PostComments {...thread} now={now} />;
});
