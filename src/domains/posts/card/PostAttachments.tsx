import type { AttachmentModel } from '#domains/posts/posts.model.ts';
import { SharedPost } from '#domains/posts/share/SharedPost.tsx';
import { OwnAttachments } from './OwnAttachments.tsx';

export interface PostAttachmentsProps {
  attachments: AttachmentModel[];
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
      attachments={attachments.filter(({ original }) => original === undefined)}
      postId={postId}
      isFirst={isFirst}
    >
      {attachments.map(
        ({ id, original }) =>
          original !== undefined && (
            <SharedPost key={id} post={original} isFirst={isFirst} now={now} timeZone={timeZone} />
          ),
      )}
    </OwnAttachments>
  );
}
