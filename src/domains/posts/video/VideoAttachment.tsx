import { Maximize2 } from 'lucide';
import { EmbedLink } from '#domains/media/videos/EmbedLink.tsx';
import { videoStatus, waitingText } from '#domains/media/videos/video.rules.ts';
import { playAddress } from '#domains/media/viewer/lightbox-route.rules.ts';
import type { Attachment } from '#domains/posts/feed-item.schema.ts';
import { Icon } from '#ui/Icon.tsx';
import { autoplay } from './autoplay.ts';

const isEmbedded = ({ attachment_video_type: type }: Attachment): boolean =>
  type === 1 || type === 6;

/**
 * A press opens the viewer, where the video plays. An uploaded one also plays here, by its own
 * controls.
 */
export function VideoAttachment({
  attachment,
  page,
}: {
  attachment: Attachment;
  /** Its page in the viewer. */ page: string;
}) {
  const {
    attachment_video_url: address = '',
    image_medium: poster,
    title,
    uri,
    og_data,
    video,
  } = attachment;
  const href = playAddress(page);
  if (isEmbedded(attachment)) {
    return (
      <EmbedLink
        address={address || uri}
        title={title || og_data?.openGraph.title || ''}
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
