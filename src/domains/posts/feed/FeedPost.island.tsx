import { memo } from 'react';
import type { Writer } from '#domains/comments/thread/thread.rules.ts';
import { PostActions, toActions } from '#domains/posts/card/PostActions.island.tsx';
import { PostCard } from '#domains/posts/card/PostCard.tsx';
import { PostComments } from '#domains/posts/card/PostComments.island.tsx';
import { PostMenu, toMenu } from '#domains/posts/card/PostMenu.island.tsx';
import type { PostModel } from '#domains/posts/posts.model.ts';

export interface FeedPostProps {
  post: PostModel;
  member: Writer;
  now: string;
  timeZone: string;
  /** From 0. */
  index: number;
  /** Number of posts, -1 while unknown. */
  count: number;
  isOnWall: boolean;
}

/** A post in a feed with its actions. Memoized: scrolling renders the list often. */
export const FeedPost = memo(function FeedPost({
  post,
  member,
  now,
  timeZone,
  index,
  count,
  isOnWall,
}: FeedPostProps) {
  const { commentCount } = post;
  const preview = post.preview ? [post.preview] : [];
  // The preview is one comment with its first replies; the rest starts with the first page.
  const isAll = commentCount <= preview.reduce((sum, comment) => sum + 1 + comment.replyCount, 0);
  return (
    <PostCard
      post={post}
      now={now}
      timeZone={timeZone}
      isFirst={index === 0}
      isOnWall={isOnWall}
      position={[index + 1, count]}
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
});
