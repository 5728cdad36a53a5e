import { useStore } from '@nanostores/react';
import { MessageCircle } from 'lucide';
import { memo } from 'react';
import { newCommentId } from '#domains/comments/comment-address.ts';
import { readFeedComments } from '#domains/comments/comments.calls.ts';
import { $openBoxes, $threads, toggleBox } from '#domains/comments/comments.store.ts';
import type { FeedItem } from '#domains/posts/feed-item.schema.ts';
import { likePost, unlikePost } from '#domains/posts/posts.calls.ts';
import { $postChanges, postSubject, reactToPost } from '#domains/posts/posts.store.ts';
import { sharePreviewOf, sharesText } from '#domains/posts/share/share-preview.ts';
import { useLivePost } from '#domains/posts/use-live-post.ts';
import { ReactionPicker } from '#domains/reactions/ReactionPicker.tsx';
import { withChoice, type Reactions } from '#domains/reactions/reactions.rules.ts';
import { $reactionChanges, type Choice } from '#domains/reactions/reactions.store.ts';
import { Reactors } from '#domains/reactions/Reactors.island.tsx';
import type { ReactorList } from '#domains/reactions/reactors.rules.ts';
import { ShareMenu } from '#domains/shares/ShareMenu.island.tsx';
import type { SharePreview } from '#domains/shares/shares.rules.ts';
import { formCall, pressTo } from '#lib/form-call.ts';
import { counted } from '#lib/text.ts';
import { Icon } from '#ui/Icon.tsx';

export interface PostActionsProps {
  postId: number;
  /** Wire time. */
  readAt?: string | undefined;
  reactions: Reactions;
  commentCount: number;
  canComment: boolean;
  shareCount: number;
  /** What Share shares, where the viewer may. */
  shared?: SharePreview | undefined;
  /** The comment box is open without a press, see CommentThread. */
  isBoxOpen?: boolean;
}

/** What these actions need to know of a post. */
export const actionsOf = (item: FeedItem): PostActionsProps => ({
  postId: item.feed.action_id,
  readAt: item.read_at,
  reactions: {
    counts: Object.fromEntries(
      Object.entries(item.feed_reactions).map(([id, { reaction_count }]) => [id, reaction_count]),
    ),
    mine: item.my_feed_reaction?.reaction ?? 'none',
  },
  commentCount: item.feed.comment_count,
  canComment: item.can_comment === 1,
  shareCount: item.feed.share_count,
  ...(item.can_share === 1 ? { shared: sharePreviewOf(item) } : {}),
});

const reactorsOf =
  (action_id: number): ReactorList =>
  (query) =>
    readFeedComments({ action_id, ...query, limit: 20, viewAllComments: 0, viewAllLikes: 1 });

const choiceCall = (action_id: number) => (choice: Choice) =>
  choice === 'none'
    ? formCall(unlikePost, { action_id })
    : formCall(likePost, { action_id, reaction: choice });

/** How many reacted, commented and shared; Like, Comment and Share. */
export const PostActions = memo(function PostActions({
  isBoxOpen = false,
  ...served
}: PostActionsProps) {
  const { postId } = served;
  const { item, shares = 0 } =
    useStore($postChanges, { keys: [postId], ssr: 'initial' })[postId] ?? {};
  useLivePost(postId, item?.read_at ?? served.readAt);
  const {
    reactions,
    commentCount,
    canComment,
    shareCount: knownShares,
    shared,
  } = item ? actionsOf(item) : served;
  const subject = postSubject(postId);
  const change = useStore($reactionChanges, { keys: [subject], ssr: 'initial' })[subject];
  const total =
    useStore($threads, { keys: [subject], ssr: 'initial' })[subject]?.total ?? commentCount;
  const isOpen = useStore($openBoxes, { keys: [subject], ssr: 'initial' })[subject] ?? isBoxOpen;
  const shareCount = knownShares + shares;
  const now = withChoice(reactions, change);

  return (
    <>
      {(Object.keys(now.counts).length > 0 || total > 0 || shareCount > 0) && (
        <p className="post-counts">
          <Reactors counts={now.counts} list={reactorsOf(postId)} />
          {(total > 0 || shareCount > 0) && (
            <span className="post-counts-end">
              {total > 0 && <span>{counted(total, 'comment')}</span>}
              {shareCount > 0 && <span>{sharesText(shareCount)}</span>}
            </span>
          )}
        </p>
      )}
      <div className="post-actions">
        <ReactionPicker
          id={`reactions-${postId}`}
          mine={now.mine}
          isClosed={!canComment}
          onChoose={(choice) => void reactToPost(postId, choice)}
          callOf={choiceCall(postId)}
        />
        {canComment && (
          <button
            {...pressTo(`/posts/${postId}#${newCommentId(subject)}`)}
            aria-expanded={isOpen}
            onClick={(event) => {
              event.preventDefault();
              toggleBox(subject, isOpen);
            }}
          >
            <Icon of={MessageCircle} /> Comment
          </button>
        )}
        {shared && <ShareMenu menuId={postId} item={shared} />}
      </div>
    </>
  );
});
