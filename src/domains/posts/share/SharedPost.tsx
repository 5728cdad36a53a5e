import { OwnAttachments } from '#domains/posts/card/OwnAttachments.tsx';
import { PostBody } from '#domains/posts/card/PostBody.tsx';
import { PostHeader } from '#domains/posts/card/PostHeader.tsx';
import type { FeedItem } from '#domains/posts/feed-item.schema.ts';

interface SharedPostProps {
  item: FeedItem | undefined;
  /** Above the fold, as of `OwnAttachments`. */
  isFirst?: boolean | undefined;
  now: string;
  timeZone?: string | undefined;
}

/**
 * The original inside a share. When it is gone or not for this reader, nothing of it shows, not
 * even its author.
 */
export function SharedPost({ item, isFirst, now, timeZone }: SharedPostProps) {
  if (!item) return <p className="shared shared-gone">This post is not available.</p>;
  const { feed } = item;
  return (
    <div className="shared">
      <PostHeader feed={feed} now={now} timeZone={timeZone} />
      {feed.body && <PostBody feed={feed} />}
      {feed.attachment.length > 0 && (
        <OwnAttachments
          attachments={feed.attachment.filter((one) => !one.shared_post_data)}
          postId={feed.action_id}
          isFirst={isFirst}
        />
      )}
    </div>
  );
}
