import { useStore } from '@nanostores/react';
import { MessageCircle } from 'lucide';
import { memo } from 'react';
import { newCommentId } from '#domains/comments/comment-address.ts';
import { readFeedComments } from '#domains/comments/comments.calls.ts';
import { $openBoxes, $threads, toggleBox } from '#domains/comments/thread/threads.store.ts';
import { likePost, postRef, unlikePost } from '#domains/posts/posts.calls.ts';
import type { PostModel } from '#domains/posts/posts.model.ts';
import { $postChanges, postSubject, reactToPost } from '#domains/posts/posts.store.ts';
import { sharesText, toSharePreview } from '#domains/posts/share/share-preview.ts';
import { ReactionPicker } from '#domains/reactions/ReactionPicker.tsx';
import { withChoice, type Reactions } from '#domains/reactions/reactions.rules.ts';
import { $reactionChanges, type Choice } from '#domains/reactions/reactions.store.ts';
import { Reactors } from '#domains/reactions/Reactors.island.tsx';
import type { ReactorList } from '#domains/reactions/reactors.model.ts';
import { ShareMenu } from '#domains/shares/ShareMenu.island.tsx';
import type { SharePreview } from '#domains/shares/shares.rules.ts';
import { formCall, pressTo } from '#lib/form-call.ts';
import { counted } from '#lib/text.ts';
import { Icon } from '#ui/Icon.tsx';
import { useLivePost } from './use-live-post.ts';

export interface PostActionsProps {
  postId: number;
  /** Wire time. */
  readAt?: string | undefined;
  reactions: Reactions;
  commentCount: number;
  canComment: boolean;
  shareCount: number;
  /** Preview of the shared item, if the viewer may share it. */
  shared?: SharePreview | undefined;
  /** Whether the comment box is always open, see CommentThread. */
  isBoxOpen?: boolean;
}

/** The props of a post's actions: a page carries no more of the post. */
export const toActions = (post: PostModel): PostActionsProps => ({
  postId: post.id,
  readAt: post.readAt,
  reactions: post.reactions,
  commentCount: post.commentCount,
  canComment: post.canComment,
  shareCount: post.shareCount,
  ...(post.canShare ? { shared: toSharePreview(post) } : {}),
});

const reactorsOf =
  (postId: number): ReactorList =>
  (query) =>
    readFeedComments({
      ...postRef(postId),
      ...query,
      limit: 20,
      viewAllComments: 0,
      viewAllLikes: 1,
    });

const choiceCall = (postId: number) => (choice: Choice) =>
  choice === 'none'
    ? formCall(unlikePost, postRef(postId))
    : formCall(likePost, { ...postRef(postId), reaction: choice });

/** How many reacted, commented and shared; Like, Comment and Share. */
export const PostActions = memo(function PostActions({
  isBoxOpen = false,
  ...served
}: PostActionsProps) {
  const { postId } = served;
  const { post, shares = 0 } =
    useStore($postChanges, { keys: [postId], ssr: 'initial' })[postId] ?? {};
  useLivePost(postId, post?.readAt ?? served.readAt);
  const {
    reactions,
    commentCount,
    canComment,
    shareCount: servedShares,
    shared,
  } = post ? toActions(post) : served;
  const subject = postSubject(postId);
  const change = useStore($reactionChanges, { keys: [subject], ssr: 'initial' })[subject];
  const total =
    useStore($threads, { keys: [subject], ssr: 'initial' })[subject]?.total ?? commentCount;
  const isOpen = useStore($openBoxes, { keys: [subject], ssr: 'initial' })[subject] ?? isBoxOpen;
  const shareCount = servedShares + shares;
  const now = withChoice(reactions, change);

  return (
    <>
      {(Object.keys(now.counts).length > 0 || total > 0 || shareCount > 0) && (
        <div className="post-counts">
          <Reactors counts={now.counts} list={reactorsOf(postId)} />
          {(total > 0 || shareCount > 0) && (
            <span className="post-counts-end">
              {total > 0 && <span>{counted(total, 'comment')}</span>}
              {shareCount > 0 && <span>{sharesText(shareCount)}</span>}
            </span>
          )}
        </div>
      )}
      <div
        className={`post-actions post-actions-${1 + Number(canComment) + Number(Boolean(shared))}`}
      >
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
            aria-expanded={isBoxOpen ? undefined : isOpen}
            onClick={(event) => {
              event.preventDefault();
              // On the post's own page the box stays open.
              if (isBoxOpen) document.getElementById(newCommentId(subject))?.focus();
              else toggleBox(subject, isOpen);
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
