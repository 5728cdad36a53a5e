import type { AttachmentModel } from '#domains/posts/posts.model.ts';
import { VideoAttachment } from '#domains/posts/video/VideoAttachment.tsx';
import { itemPath } from '#lib/item-path.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { MediaGrid } from '#ui/MediaGrid.tsx';

interface SharedMediaProps {
  attachment: AttachmentModel;
  /** Loads pictures eagerly, as in `PostAttachments`. */
  isFirst?: boolean | undefined;
}

/** A photo or video inside a share, with its author. */
export function SharedMedia({ attachment, isFirst }: SharedMediaProps) {
  const { owner, picture, isPaid, contentUrl: page } = attachment;
  if (!owner) return null;
  const path = itemPath(owner.type, owner.id);
  return (
    <div className="shared">
      <div className="post-header">
        <a href={path} tabIndex={-1} aria-hidden="true">
          <Avatar name={owner.displayname} src={owner.image} />
        </a>
        <div className="post-who">
          <p className="post-line">
            <a href={path}>
              <bdi>{owner.displayname}</bdi>
            </a>
          </p>
          {isPaid && <p className="post-when">Paid post</p>}
        </div>
      </div>
      <div className="attachments">
        {picture ? (
          <MediaGrid pictures={[picture]} hrefOf={() => page} isFirst={isFirst} />
        ) : (
          <VideoAttachment attachment={attachment} page={page} />
        )}
      </div>
    </div>
  );
}
