import { Play } from 'lucide';
import type { MouseEventHandler } from 'react';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { findEmbed } from './embeds.ts';
import './EmbedLink.css';

export interface EmbedLinkProps {
  /** URL of the video at the provider, in any form. */
  address: string;
  title: string;
  /** Our own copy of its picture. */
  poster?: { src: string; width: number; height: number } | undefined;
  href: string;
  onClick?: MouseEventHandler;
  eager?: boolean;
}

/**
 * The poster of an embedded video as a link to its player. The provider is not contacted before.
 */
export function EmbedLink({ address, title, poster, href, onClick, eager }: EmbedLinkProps) {
  const embed = findEmbed(address);
  if (!embed) return null;
  const name = title || `Video on ${embed.provider}`;
  return (
    <a
      className={classes('embed', !poster && 'embed-bare')}
      href={href}
      // A prerendered page would load the player before anybody asked for it.
      data-no-prerender
      aria-label={`Play ${name}`}
      onClick={onClick}
    >
      {poster && (
        <img
          src={poster.src}
          width={poster.width}
          height={poster.height}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
        />
      )}
      <span className="embed-play">
        <Icon of={Play} />
      </span>
      <span className="embed-title" dir="auto">
        {name}
        <small>{embed.provider}</small>
      </span>
    </a>
  );
}
