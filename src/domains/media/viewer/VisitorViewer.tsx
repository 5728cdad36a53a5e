import type { Comment, CommentList } from '#domains/comments/comments.schema.ts';
import { VisitorThread } from '#domains/comments/VisitorThread.tsx';
import { CommentLink } from './CommentLink.tsx';
import { closedPath, lightboxPath, playPath, type LightboxRoute } from './lightbox-route.rules.ts';
import { countsLine, isOfComment, itemTitle, openedIndex, placeOf } from './viewer.rules.ts';
import type { ViewerSet } from './viewer.schema.ts';
import { ViewerFrame } from './ViewerFrame.tsx';
import { ViewerPanel } from './ViewerPanel.tsx';
import { ViewerSlide } from './ViewerSlide.tsx';

export interface VisitorViewerProps {
  place: LightboxRoute;
  set: ViewerSet;
  comments: CommentList;
  /** Only this one, where the address names it. */
  one: Comment | null;
  /** Of the comments, from 1. */
  page: number;
  /** A video plays at once. */
  isPlaying: boolean;
  /** Wire time to count days from. */
  now: string;
}

/** For visitors, without script: one picture or video large, with links to the ones beside it. */
export function VisitorViewer({
  place,
  set,
  comments,
  one,
  page,
  isPlaying,
  now,
}: VisitorViewerProps) {
  const { items, position, total } = set;
  const index = openedIndex(set);
  const item = items[index]!;
  const hrefOf = (by: number) =>
    items[index + by] && lightboxPath(placeOf(items[index + by]!, place));
  return (
    <ViewerFrame
      position={position}
      total={total}
      title={itemTitle(item, total)}
      glow={item.picture?.placeholder}
      previousHref={hrefOf(-1)}
      nextHref={hrefOf(1)}
      closeHref={closedPath(place)}
      slides={
        <ViewerSlide
          item={item}
          total={total}
          at={0}
          playHref={playPath(placeOf(item, place))}
          playFrom={isPlaying ? 0 : undefined}
        />
      }
      panel={
        <ViewerPanel
          item={item}
          counts={countsLine(item, {
            likes: item.like_count,
            comments: item.comment_count,
            views: item.view_count,
          })}
          now={now}
          postHref={closedPath(place)}
          comments={
            <>
              {isOfComment(item) && <CommentLink href={closedPath(place)} />}
              <VisitorThread
                thread={comments}
                one={one}
                page={page}
                now={now}
                path={lightboxPath(place)}
              />
            </>
          }
        />
      }
    />
  );
}
