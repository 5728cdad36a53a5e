import { Play } from 'lucide';
import { memo, useState, type MouseEvent } from 'react';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { findEmbed } from './embeds.ts';
import type { Attachment } from '#domains/posts/feed-item.schema.ts';
import './embedded-video.css';

export interface EmbeddedVideoProps {
  /** The provider's address of the video, in any of its forms. */
  address: string;
  title: string;
  /** Our own copy of its picture. */
  poster?: Attachment['image_medium'];
}

export const isEmbedded = ({ attachment_type, attachment_video_type: type }: Attachment): boolean => attachment_type === 'video' && (type === 1 || type === 6);

export const embeddedVideoOf = ({ attachment_video_url = '', uri, title, og_data, image_medium }: Attachment): EmbeddedVideoProps => ({
  address: attachment_video_url || uri,
  title: title || og_data?.openGraph.title || '',
  poster: image_medium,
});

/** A click meant for another tab or window stays what it is. */
const isPlain = (event: MouseEvent) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/**
 * A foreign video: its picture, which is ours, and a link to where it is watched. Where this is awake a click loads the player in
 * its place instead; nothing is asked of the provider before.
 */
export const EmbeddedVideo = memo(function EmbeddedVideo({ address, title, poster }: EmbeddedVideoProps) {
  const [isOpen, setOpen] = useState(false);
  const embed = findEmbed(address);
  if (!embed) return null;
  const name = title || `Video on ${embed.provider}`;
  if (isOpen) {
    return (
      <iframe
        className="embed"
        src={embed.player}
        title={name}
        ref={(frame) => frame?.focus()}
        allow="fullscreen; picture-in-picture; encrypted-media"
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    );
  }
  const open = (event: MouseEvent) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <a className={classes('embed', !poster && 'embed-bare')} href={embed.page} target="_blank" rel="nofollow ugc noopener" aria-label={`Play ${name}`} onClick={open}>
      {poster && <img src={poster.src} width={poster.width} height={poster.height} alt="" loading="lazy" decoding="async" />}
      <span className="embed-play">
        <Icon of={Play} />
      </span>
      <span className="embed-title" dir="auto">
        {name}
        <small>{embed.provider}</small>
      </span>
    </a>
  );
});
