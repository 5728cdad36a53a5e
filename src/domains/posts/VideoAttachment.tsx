import { Play } from 'lucide-react';
import type { Attachment } from './feed-item.schema.ts';

const isEmbedded = (type: number | undefined) => type === 1 || type === 6;

/** The only players that may be framed, both without cookies until they play (Content-Security-Policy, frame-src). */
function playerAddress(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const host = url.hostname.replace(/^www\./, '');
  const youtube = host === 'youtu.be' ? url.pathname.slice(1) : /^youtube(-nocookie)?\.com$/.test(host) ? (url.searchParams.get('v') ?? /^\/embed\/([\w-]+)/.exec(url.pathname)?.[1]) : undefined;
  if (youtube && /^[\w-]{6,20}$/.test(youtube)) return `https://www.youtube-nocookie.com/embed/${youtube}?autoplay=0`;
  const vimeo = /^(?:player\.)?vimeo\.com$/.test(host) ? /^\/(?:video\/)?(\d{3,15})/.exec(url.pathname)?.[1] : undefined;
  return vimeo ? `https://player.vimeo.com/video/${vimeo}?autoplay=0&dnt=1` : null;
}

/**
 * An uploaded video plays from its file. A foreign one shows its poster, and its player is fetched only when the reader opens it:
 * a closed <details> loads nothing, with or without script.
 */
export function VideoAttachment({ attachment }: { attachment: Attachment }) {
  const { attachment_video_type: type, attachment_video_url: address = '', image_medium: poster, title } = attachment;
  const name = title || 'Video';
  if (!isEmbedded(type)) {
    return <video className="video" src={address} poster={poster?.src} width={poster?.width} height={poster?.height} controls preload={poster ? 'none' : 'metadata'} aria-label={name} playsInline />;
  }
  const player = playerAddress(address);
  if (!player) return null;
  return (
    <details className="video-embed">
      <summary aria-label={`Play ${name}`}>
        {poster && <img src={poster.src} width={poster.width} height={poster.height} alt="" loading="lazy" decoding="async" />}
        <span className="video-play">
          <Play aria-hidden="true" />
        </span>
        <span className="video-title">
          {name}
          <small>Plays from {new URL(player).hostname.replace(/^(www|player)\./, '')}</small>
        </span>
      </summary>
      <iframe src={player} title={name} loading="lazy" allow="fullscreen; picture-in-picture; encrypted-media" referrerPolicy="strict-origin-when-cross-origin" />
    </details>
  );
}
