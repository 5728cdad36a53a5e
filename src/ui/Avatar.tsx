import { avatarSources } from '#lib/avatar-sizes.ts';
import { isDefaultPhoto } from '#lib/default-pictures.ts';
import { initials, pickFor } from '#lib/text.ts';
import { classes } from './classes.ts';
import './Avatar.css';

export type AvatarSize = 24 | 32 | 40 | 56 | 96;

export interface AvatarProps {
  name: string;
  /**
   * Address of the photo; without an own one, or when it does not load, the initials underneath
   * show.
   */
  src?: string | null;
  size?: AvatarSize;
  /** A story waits behind it: unseen stories ring in ember, seen ones in grey. */
  ring?: 'fresh' | 'seen';
  /** Only where the avatar stands without the name beside it. */
  label?: string;
  /** Above the fold: fetched at once. */
  eager?: boolean;
}

export function Avatar({ name, src, size = 40, ring, label, eager }: AvatarProps) {
  const letters = initials(name);
  const hasPhoto = src && !isDefaultPhoto(src);
  return (
    <span
      className={classes(
        'avatar',
        `avatar-${size}`,
        `avatar-hue-${pickFor(name, 10)}`,
        ring && `avatar-ring avatar-ring-${ring}`,
      )}
      {...(label ? { role: 'img', 'aria-label': label } : {})}
    >
      {/* Drawn by CSS: as text, the visible name of a link would be 'AQ', which its accessible name
          lacks (WCAG 2.5.3). */}
      <span data-initials={letters} aria-hidden="true" />
      {/* A picture that does not load gets the initials from CSS (::after is drawn on broken
          pictures only), without script. */}
      {hasPhoto && (
        <img
          {...avatarSources(src, size)}
          alt=""
          width={size}
          height={size}
          data-initials={letters}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
        />
      )}
    </span>
  );
}
