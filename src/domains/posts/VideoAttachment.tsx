import { EmbeddedVideo, embeddedVideoOf, isEmbedded } from './EmbeddedVideo.island.tsx';
import type { Attachment } from './feed-item.schema.ts';

/** An uploaded video plays from its file, one of YouTube or Vimeo in their player. */
export function VideoAttachment({ attachment }: { attachment: Attachment }) {
  if (isEmbedded(attachment)) return <EmbeddedVideo {...embeddedVideoOf(attachment)} />;
  const { attachment_video_url: address = '', image_medium: poster, title } = attachment;
  return (
    <video
      className="video"
      src={address}
      poster={poster?.src}
      width={poster?.width}
      height={poster?.height}
      controls
      preload={poster ? 'none' : 'metadata'}
      aria-label={title || 'Video'}
      playsInline
    />
  );
}
