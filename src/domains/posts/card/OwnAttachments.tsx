import type { ReactNode } from 'react';
import { lightboxPath } from '#domains/media/viewer/lightbox-route.rules.ts';
import type { Attachment } from '#domains/posts/feed-item.schema.ts';
import { SharedMedia } from '#domains/posts/share/SharedMedia.tsx';
import { VideoAttachment } from '#domains/posts/video/VideoAttachment.tsx';
import { toWireType } from '#lib/wire-names.ts';
import { MediaGrid } from '#ui/MediaGrid.tsx';
import { AttachmentCard } from './AttachmentCard.tsx';
import '#ui/picture-button.css';
import './attachments.css';

export interface OwnAttachmentsProps {
  attachments: Attachment[];
  postId: number;
  isFirst?: boolean | undefined;
  /** Posts that are shared, after the rest. */
  children?: ReactNode;
}

/**
 * Photos as one inline picture or a gallery; a video with its player; a link or another item as a
 * card.
 */
export function OwnAttachments({ attachments, postId, isFirst, children }: OwnAttachmentsProps) {
  const isPhoto = ({ attachment_type: type, picture, owner }: Attachment) =>
    type === toWireType('photo') && picture !== undefined && !owner;
  const photos = attachments.filter(isPhoto).map(({ picture }) => picture!);
  // Those of an album are looked at there.
  const inAlbum = new Map(
    attachments.flatMap(({ album_id, photo_id, content_url }) =>
      album_id ? [[photo_id, content_url]] : [],
    ),
  );
  const hrefOf = ({ id }: { id: number }) =>
    inAlbum.get(id) ?? lightboxPath({ type: 'photo', id, subjectType: 'post', subjectId: postId });
  const shared = attachments.filter(({ owner }) => owner);
  const others = attachments.filter((one) => !isPhoto(one) && !one.owner);
  return (
    <div className="attachments">
      {photos.length > 0 && <MediaGrid pictures={photos} hrefOf={hrefOf} isFirst={isFirst} />}
      {shared.map((attachment) => (
        <SharedMedia key={attachment.attachment_id} attachment={attachment} isFirst={isFirst} />
      ))}
      {others.map((attachment) => {
        if (attachment.attachment_type.includes('video')) {
          return (
            <VideoAttachment
              key={attachment.attachment_id}
              attachment={attachment}
              page={lightboxPath({
                type: 'video',
                id: attachment.attachment_id,
                subjectType: 'post',
                subjectId: postId,
              })}
            />
          );
        }
        return <AttachmentCard key={attachment.attachment_id} attachment={attachment} />;
      })}
      {children}
    </div>
  );
}
