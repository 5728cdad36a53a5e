import { z } from 'zod';
import type { Audience } from './audience.rules.ts';

/**
 * Audience values of the video and album forms, mapped to the audiences of posts; a value between
 * two of them becomes the narrower one.
 */
const audienceFromWire = {
  everyone: 'everyone',
  networks: 'friends',
  owner_network: 'friends',
  owner_member_member: 'friends',
  owner_member: 'friends',
  friends: 'friends',
  owner: 'onlyme',
  onlyme: 'onlyme',
} as const satisfies Record<string, Audience>;

/** Any other value is refused, never read as everyone. */
export const wordedAudience = z
  .enum(
    Object.keys(audienceFromWire) as Array<keyof typeof audienceFromWire>,
    'This privacy is not known.',
  )
  .transform((value): Audience => audienceFromWire[value]);
