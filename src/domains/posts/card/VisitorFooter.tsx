import { MessageCircle, Share2, ThumbsUp } from 'lucide';
import type { PostModel } from '#domains/posts/posts.model.ts';
import { isShareableByMembers, sharesText } from '#domains/posts/share/share-preview.ts';
import { ReactionSummary } from '#domains/reactions/ReactionSummary.tsx';
import { loginPath } from '#lib/login-path.ts';
import { counted } from '#lib/text.ts';
import { Icon } from '#ui/Icon.tsx';

/**
 * Counts of reactions and comments. Every action leads to the log-in and back here; Share copies
 * the link (visitor-share.js).
 */
export function VisitorFooter({ post, path }: { post: PostModel; path: string }) {
  const { likeCount, commentCount, shareCount, isCommentable } = post;
  const isShareable = isShareableByMembers(post);
  const actionCount = 1 + Number(isCommentable) + Number(isShareable);
  return (
    <>
      {likeCount + commentCount + shareCount > 0 && (
        <p className="post-counts">
          <ReactionSummary counts={post.reactions.counts} />
          {commentCount + shareCount > 0 && (
            <span className="post-counts-end">
              {commentCount > 0 && <span>{counted(commentCount, 'comment')}</span>}
              {shareCount > 0 && <span>{sharesText(shareCount)}</span>}
            </span>
          )}
        </p>
      )}
      <div className={`post-actions post-actions-${actionCount}`}>
        <a href={loginPath(path, 'like')}>
          <Icon of={ThumbsUp} /> Like
        </a>
        {isCommentable && (
          <a href={loginPath(path, 'comment')}>
            <Icon of={MessageCircle} /> Comment
          </a>
        )}
        {isShareable && (
          <a href={loginPath(path, 'share')} data-copy={path} aria-live="polite">
            <Icon of={Share2} /> Share
          </a>
        )}
      </div>
    </>
  );
}
