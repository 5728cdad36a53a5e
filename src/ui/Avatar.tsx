import { avatarSources } from '#lib/avatar-sizes.ts';
import { isDefaultPhoto } from '#lib/default-pictures.ts';
import { initials, pickFor } from '#lib/text.ts';
import { classes } from './classes.ts';
import './Avatar.css';

export type AvatarSize = 24 | 32 | 40 | 56 | 96;

export interface AvatarProps {
  name: string;
  /** URL of the photo. Without a photo, or if it does not load, the initials underneath show. */
  src?: string | null;
  size?: AvatarSize;
  /** The member has a story: ember ring for unseen, grey for seen. */
  ring?: 'fresh' | 'seen';
  /** Only if the name is not shown beside the avatar. */
  label?: string;
  /** Above the fold: loaded eagerly. */
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
      {/* A broken image gets the initials from CSS (::after is drawn on broken images only),
          without script. */}
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
