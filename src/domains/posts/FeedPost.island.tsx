import { EyeOff } from 'lucide-react';
import { memo } from 'react';
import type { Writer } from '#domains/comments/thread.rules.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { actionsOf, PostActions } from './PostActions.island.tsx';
import { PostCard } from './PostCard.tsx';
import { PostComments } from './PostComments.island.tsx';
import { menuOf, PostMenu } from './PostMenu.island.tsx';
import type { FeedItem } from './feed-item.schema.ts';
import { showPostAgain } from './posts.store.ts';

export interface FeedPostProps {
  item: FeedItem;
  /** Edited since it was served. */
  body: string | undefined;
  member: Writer;
  now: string;
  timeZone: string;
  isFirst: boolean;
}

/** A post in a feed, with all that can be done to it. A scroll draws the list often and its posts never twice. */
export const FeedPost = memo(function FeedPost({ item: served, body, member, now, timeZone, isFirst }: FeedPostProps) {
  const item = body === undefined ? served : { ...served, feed: { ...served.feed, body } };
  const { action_id: postId, comment_count } = item.feed;
  const preview = item.comment_data ? [item.comment_data] : [];
  // The preview is one comment and its first replies: further ones begin with the first page.
  const isAll = comment_count <= preview.reduce((sum, comment) => sum + 1 + comment.reply_count, 0);
  return (
    <PostCard
      item={item}
      now={now}
      timeZone={timeZone}
      isFirst={isFirst}
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

/** In the place of a post that was hidden a moment ago. */
export function HiddenPost({ item }: { item: FeedItem }) {
  return (
    <Card className="hidden-post card-edge">
      <EyeOff aria-hidden="true" />
      <p>This post of {item.feed.subjectIformation.displayname} is hidden.</p>
      <Button size="small" onClick={() => void showPostAgain(item.feed.action_id)}>
        Undo
      </Button>
    </Card>
  );
}
