import type { CommentModel, CommentPage } from '#domains/comments/comments.model.ts';
import { VisitorThread } from '#domains/comments/thread/VisitorThread.tsx';
import { closedPath, lightboxPath, playPath, type LightboxRoute } from './lightbox-route.rules.ts';
import type { LightboxSetModel } from './lightbox.model.ts';
import { countsLine, isOfComment, itemRoute, itemTitle, openedIndex } from './lightbox.rules.ts';
import { LightboxFrame } from './LightboxFrame.tsx';
import { CommentLink, LightboxPanel } from './LightboxPanel.tsx';
import { LightboxSlide } from './LightboxSlide.tsx';

export interface VisitorLightboxProps {
  route: LightboxRoute;
  set: LightboxSetModel;
  comments: CommentPage;
  /** Shows only this comment if the URL names it. */
  one: CommentModel | null;
  /** Page of the comments, from 1. */
  page: number;
  /** The video plays at once. */
  isPlaying: boolean;
  /** Wire time to count days from. */
  now: string;
}

/**
 * The lightbox for visitors, without script: one picture or video, with links to its neighbours.
 */
export function VisitorLightbox({
  route,
  set,
  comments,
  one,
  page,
  isPlaying,
  now,
}: VisitorLightboxProps) {
  const { items, position, total } = set;
  const index = openedIndex(set);
  const item = items[index]!;
  const hrefOf = (by: number) =>
    items[index + by] && lightboxPath(itemRoute(items[index + by]!, route));
  return (
    <LightboxFrame
      position={position}
      total={total}
      title={itemTitle(item, total)}
      glow={item.picture?.placeholder}
      previousHref={hrefOf(-1)}
      nextHref={hrefOf(1)}
      closeHref={closedPath(route)}
      slides={
        <LightboxSlide
          item={item}
          total={total}
          at={0}
          playHref={playPath(itemRoute(item, route))}
          playFrom={isPlaying ? 0 : undefined}
        />
      }
      panel={
        <LightboxPanel
          item={item}
          counts={countsLine(item, {
            likes: item.likeCount,
            comments: item.commentCount,
            views: item.viewCount,
          })}
          now={now}
          postHref={closedPath(route)}
          comments={
            <>
              {isOfComment(item) && <CommentLink href={closedPath(route)} />}
              <VisitorThread
                thread={comments}
                one={one}
                page={page}
                now={now}
                path={lightboxPath(route)}
                isClosed={!item.isCommentable}
              />
            </>
          }
        />
      }
    />
  );
}
