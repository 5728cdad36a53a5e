import { memo } from 'react';
import type { Writer } from '#domains/comments/thread/thread.rules.ts';
import { PostActions, toActions } from '#domains/posts/card/PostActions.island.tsx';
import { PostContent, PostFrame } from '#domains/posts/card/PostCard.tsx';
import { PostComments } from '#domains/posts/card/PostComments.island.tsx';
import { PostMenu, toMenu } from '#domains/posts/card/PostMenu.island.tsx';
import type { PostModel } from '#domains/posts/posts.model.ts';

export interface FeedContentProps {
  post: PostModel;
  member: Writer;
  now: string;
  timeZone: string;
  isFirst: boolean;
  isOnWall: boolean;
}

/** The HTML of `FeedContent`, on the server. */
export type DrawContent = (content: FeedContentProps) => string;

interface FeedPostProps extends Omit<FeedContentProps, 'isFirst'> {
  /** From 0. */
  index: number;
  /** Number of posts, -1 while unknown. */
  count: number;
  draw?: DrawContent | undefined;
}

/** A post in a feed with its actions, without the card around it. */
export function FeedContent({ post, member, now, timeZone, isFirst, isOnWall }: FeedContentProps) {
  const { commentCount } = post;
  const preview = post.preview ? [post.preview] : [];
  // The preview is one comment with its first replies; the rest starts with the first page.
  const isAll = commentCount <= preview.reduce((sum, comment) => sum + 1 + comment.replyCount, 0);
  return (
    <PostContent
      post={post}
      now={now}
      timeZone={timeZone}
      isFirst={isFirst}
      isOnWall={isOnWall}
      menu={<PostMenu {...toMenu(post)} />}
      footer={<PostActions {...toActions(post)} />}
      comments={
        <PostComments
          postId={post.id}
          served={preview}
          next={isAll ? null : 0}
          total={commentCount}
          canComment={post.canComment}
          member={member}
          now={now}
          timeZone={timeZone}
        />
      }
    />
  );
}

/** Memoized: scrolling renders the list often. */
export const FeedPost = memo(function FeedPost({ index, count, draw, ...shown }: FeedPostProps) {
  const content = { ...shown, isFirst: index === 0 };
  return (
    <PostFrame post={content.post} position={[index + 1, count]} html={draw?.(content)}>
      {!draw && <FeedContent {...content} />}
    </PostFrame>
  );
});
