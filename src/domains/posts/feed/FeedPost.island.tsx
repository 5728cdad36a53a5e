import { memo } from 'react';
import type { Writer } from '#domains/comments/thread.rules.ts';
import { actionsOf, PostActions } from '#domains/posts/card/PostActions.island.tsx';
import { PostCard } from '#domains/posts/card/PostCard.tsx';
import { PostComments } from '#domains/posts/card/PostComments.island.tsx';
import { menuOf, PostMenu } from '#domains/posts/card/PostMenu.island.tsx';
import type { FeedItem } from '#domains/posts/feed-item.schema.ts';

export interface FeedPostProps {
  item: FeedItem;
  member: Writer;
  now: string;
  timeZone: string;
  /** From 0 on. */
  index: number;
  /** Of how many; -1 while nobody knows. */
  count: number;
}

/**
 * A post in a feed, with all that can be done to it. A scroll draws the list often and its posts
 * never twice.
 */
export const FeedPost = memo(function FeedPost({
  item,
  member,
  now,
  timeZone,
  index,
  count,
}: FeedPostProps) {
  const { action_id: postId, comment_count } = item.feed;
  const preview = item.comment_data ? [item.comment_data] : [];
  // The preview is one comment and its first replies: further ones begin with the first page.
  const isAll = comment_count <= preview.reduce((sum, comment) => sum + 1 + comment.reply_count, 0);
  return (
    <PostCard
      item={item}
      now={now}
      timeZone={timeZone}
      isFirst={index === 0}
      place={[index + 1, count]}
      menu={<PostMenu {...menuOf(item)} />}
      footer={<PostActions {...actionsOf(item)} />}
      comments={
        <PostComments
          postId={postId}
          served={preview}
          next={isAll ? null : 0}
          total={comment_count}
          canComment={item.can_comment === 1}
          member={member}
          now={now}
          timeZone={timeZone}
        />
      }
    />
  );
});
