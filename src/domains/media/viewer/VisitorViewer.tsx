import { CommentList } from '#domains/comments/CommentItem.tsx';
import type { CommentList as Comments } from '#domains/comments/comments.schema.ts';
import { closedPath, viewerPath, type ViewerPlace } from './place.rules.ts';
import type { ViewerSet } from './viewer.schema.ts';
import { CommentLink } from './CommentLink.tsx';
import { countsLine, isOfComment, itemTitle, openedIndex, placeOf } from './viewer.rules.ts';
import { ViewerFrame } from './ViewerFrame.tsx';
import { ViewerPanel } from './ViewerPanel.tsx';
import { ViewerSlide } from './ViewerSlide.tsx';

/** For visitors, without script: one picture or video large, with links to the ones beside it. */
export function VisitorViewer({ place, set, comments }: { place: ViewerPlace; set: ViewerSet; comments: Comments }) {
  const { items, position, total } = set;
  const index = openedIndex(set);
  const item = items[index]!;
  const hrefOf = (by: number) => items[index + by] && viewerPath(placeOf(items[index + by]!, place));
  const login = `/login?next=${encodeURIComponent(viewerPath(place))}`;
  return (
    <ViewerFrame
      position={position}
      total={total}
      title={itemTitle(item, total)}
      glow={item.picture?.placeholder}
      previousHref={hrefOf(-1)}
      nextHref={hrefOf(1)}
      closeHref={closedPath(place)}
      slides={<ViewerSlide item={item} total={total} at={0} />}
      panel={
        <ViewerPanel
          item={item}
          counts={countsLine(item, { likes: item.like_count, comments: item.comment_count, views: item.view_count })}
          postHref={closedPath(place)}
          comments={
            <section className="thread" aria-label="Comments">
              {isOfComment(item) && <CommentLink href={closedPath(place)} />}
              {comments.comments.length > 0 && <CommentList comments={comments.comments} />}
              <p className="thread-join">
                <a href={login}>Log in</a> to join the conversation.
              </p>
            </section>
          }
        />
      }
    />
  );
}
