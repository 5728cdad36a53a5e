import { OwnAttachments } from '#domains/posts/card/OwnAttachments.tsx';
import { PostBody } from '#domains/posts/card/PostBody.tsx';
import { PostHeader } from '#domains/posts/card/PostHeader.tsx';
import type { PostModel } from '#domains/posts/posts.model.ts';

interface SharedPostProps {
  post: PostModel | null;
  /** Loads pictures eagerly, as in `OwnAttachments`. */
  isFirst?: boolean | undefined;
  now: string;
  timeZone?: string | undefined;
}

/**
 * The original inside a share. If it was deleted or is hidden from the reader, not even its author
 * is shown.
 */
export function SharedPost({ post, isFirst, now, timeZone }: SharedPostProps) {
  if (!post) return <p className="shared shared-stub">This post is not available.</p>;
  return (
    <div className="shared">
      <PostHeader post={post} now={now} timeZone={timeZone} />
      {post.body && <PostBody post={post} />}
      {post.attachments.length > 0 && (
        <OwnAttachments
          attachments={post.attachments.filter(({ original }) => original === undefined)}
          postId={post.id}
          isFirst={isFirst}
        />
      )}
    </div>
  );
}
