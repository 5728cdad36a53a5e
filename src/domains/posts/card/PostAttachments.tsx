import type { Attachment } from '#domains/posts/feed-item.schema.ts';
import { SharedPost } from '#domains/posts/share/SharedPost.tsx';
import { OwnAttachments } from './OwnAttachments.tsx';

export interface PostAttachmentsProps {
  attachments: Attachment[];
  postId: number;
  isFirst?: boolean;
  now: string;
  timeZone?: string | undefined;
}

/** The attachments of a post, and the post that it shares as a card. */
export function PostAttachments({
  attachments,
  postId,
  isFirst,
  now,
  timeZone,
}: PostAttachmentsProps) {
  return (
    <OwnAttachments
      attachments={attachments.filter((one) => !one.shared_post_data)}
      postId={postId}
      isFirst={isFirst}
    >
      {attachments.map(
        ({ attachment_id: id, shared_post_data: shared }) =>
          shared && (
            <SharedPost key={id} item={shared[0]} isFirst={isFirst} now={now} timeZone={timeZone} />
          ),
      )}
    </OwnAttachments>
  );
}
