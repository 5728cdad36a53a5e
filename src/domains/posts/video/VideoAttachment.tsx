import { Maximize2 } from 'lucide';
import { videoStatus, waitingText } from '#domains/media/videos/video.rules.ts';
import { viewerPath } from '#domains/media/viewer/place.rules.ts';
import { Icon } from '#ui/Icon.tsx';
import { autoplay } from './autoplay.ts';
import { EmbeddedVideo, embeddedVideoOf, isEmbedded } from './EmbeddedVideo.island.tsx';
import type { Attachment } from '#domains/posts/feed-item.schema.ts';

/** An uploaded video plays from its file once it is ready, here or in the viewer; one of YouTube or Vimeo in their player. */
export function VideoAttachment({ attachment, postId }: { attachment: Attachment; postId: number }) {
  if (isEmbedded(attachment)) return <EmbeddedVideo {...embeddedVideoOf(attachment)} />;
  const { attachment_id: id, attachment_video_url: address, image_medium: poster, title, video } = attachment;
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
        <a className="picture-button video-open" href={viewerPath({ type: 'video', id, subjectType: 'activity_action', subjectId: postId })} aria-label="Open in the viewer" data-tip="Open in the viewer">
          <Icon of={Maximize2} />
        </a>
      )}
    </div>
  );
}
