import type { ReactNode } from 'react';
import { lightboxPath } from '#domains/lightbox/lightbox-route.rules.ts';
import type { AttachmentModel } from '#domains/posts/posts.model.ts';
import { SharedMedia } from '#domains/posts/share/SharedMedia.tsx';
import { VideoAttachment } from '#domains/posts/video/VideoAttachment.tsx';
import { MediaGrid } from '#ui/MediaGrid.tsx';
import { AttachmentCard } from './AttachmentCard.tsx';
import '#ui/picture-button.css';
import './attachments.css';

export interface OwnAttachmentsProps {
  attachments: AttachmentModel[];
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
  const isPhoto = ({ type, picture, owner }: AttachmentModel) =>
    type === 'photo' && picture !== undefined && !owner;
  const photos = attachments.filter(isPhoto).map(({ picture }) => picture!);
  // Those of an album are looked at there.
  const inAlbum = new Map(
    attachments.flatMap(({ albumId, photoId, contentUrl }) =>
      albumId ? [[photoId, contentUrl]] : [],
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
        <SharedMedia key={attachment.id} attachment={attachment} isFirst={isFirst} />
      ))}
      {others.map((attachment) => {
        if (attachment.type === 'video') {
          return (
            <VideoAttachment
              key={attachment.id}
              attachment={attachment}
              page={lightboxPath({
                type: 'video',
                id: attachment.id,
                subjectType: 'post',
                subjectId: postId,
              })}
            />
          );
        }
        return <AttachmentCard key={attachment.id} attachment={attachment} />;
      })}
      {children}
    </div>
  );
}
