import { MessageCircle, Share2, ThumbsUp } from 'lucide';
import type { FeedItem } from '#domains/posts/feed-item.schema.ts';
import { isShareableByMembers, sharesText } from '#domains/posts/share/share-preview.ts';
import { ReactionSummary } from '#domains/reactions/ReactionSummary.tsx';
import { loginPath } from '#lib/login-path.ts';
import { counted } from '#lib/text.ts';
import { Icon } from '#ui/Icon.tsx';

/**
 * Who reacted, how many comments, and the way in: every action leads to the log-in and back here;
 * Share copies the link (VisitorScript).
 */
export function VisitorFooter({ item, path }: { item: FeedItem; path: string }) {
  const { feed } = item;
  const { like_count, comment_count, share_count } = feed;
  const counts = Object.fromEntries(
    Object.entries(item.feed_reactions).map(([id, { reaction_count }]) => [id, reaction_count]),
  );
  return (
    <>
      {like_count + comment_count + share_count > 0 && (
        <p className="post-counts">
          <ReactionSummary counts={counts} />
          {comment_count + share_count > 0 && (
            <span className="post-counts-end">
              {comment_count > 0 && <span>{counted(comment_count, 'comment')}</span>}
              {share_count > 0 && <span>{sharesText(share_count)}</span>}
            </span>
          )}
        </p>
      )}
      <div className="post-actions">
        <a href={loginPath(path, 'like')}>
          <Icon of={ThumbsUp} /> Like
        </a>
        {feed.commentable === 1 && (
          <a href={loginPath(path, 'comment')}>
            <Icon of={MessageCircle} /> Comment
          </a>
        )}
        {isShareableByMembers(item) && (
          <a href={loginPath(path, 'share')} data-copy={path} aria-live="polite">
            <Icon of={Share2} /> Share
          </a>
        )}
      </div>
    </>
  );
}
