import { Maximize2 } from 'lucide';
import { playAddress } from '#domains/lightbox/lightbox-route.rules.ts';
import { EmbedLink } from '#domains/media/videos/EmbedLink.tsx';
import { videoStatus, waitingText } from '#domains/media/videos/video.rules.ts';
import type { AttachmentModel } from '#domains/posts/posts.model.ts';
import { Icon } from '#ui/Icon.tsx';
import { autoplay } from './autoplay.ts';

const isEmbedded = ({ videoType }: AttachmentModel): boolean => videoType === 1 || videoType === 6;

/** A click opens the lightbox, where the video plays. Uploaded videos also play in place. */
export function VideoAttachment({
  attachment,
  page,
}: {
  attachment: AttachmentModel;
  /** Address in the lightbox. */
  page: string;
}) {
  const { videoUrl: address = '', title, uri, card, video } = attachment;
  const poster = attachment.images.medium;
  const href = playAddress(page);
  if (isEmbedded(attachment)) {
    return (
      <EmbedLink
        address={address || uri}
        title={title || card?.title || ''}
        poster={poster}
        href={href}
      />
    );
  }
  if (video && video.status !== videoStatus.ready) {
    return (
      <figure className="video-waiting">
        {poster && <img src={poster.src} width={poster.width} height={poster.height} alt="" />}
        <figcaption>{waitingText(video.status)}</figcaption>
      </figure>
    );
  }
  return (
    <div className="video-box">
      <video
        ref={autoplay}
        className="video"
        src={address}
        poster={poster?.src}
        width={poster?.width ?? (video?.width || undefined)}
        height={poster?.height ?? (video?.height || undefined)}
        controls
        preload={poster ? 'none' : 'metadata'}
        aria-label={title || 'Video'}
        playsInline
      />
      {video && (
        <a
          className="picture-button video-open"
          href={href}
          data-no-prerender
          aria-label="Open in the viewer"
        >
          <Icon of={Maximize2} />
        </a>
      )}
    </div>
  );
}
