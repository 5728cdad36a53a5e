import { z } from 'zod';
import type { Audience } from './audience.rules.ts';

/**
 * The words of forms about videos and albums for the audiences of posts; what is between two of
 * them is kept as the narrower.
 */
const audienceOf = {
  everyone: 'everyone',
  networks: 'friends',
  owner_network: 'friends',
  owner_member_member: 'friends',
  owner_member: 'friends',
  friends: 'friends',
  owner: 'onlyme',
  onlyme: 'onlyme',
} as const satisfies Record<string, Audience>;

/** Anything else is refused, never read as everyone. */
export const wordedAudience = z
  .enum(Object.keys(audienceOf) as Array<keyof typeof audienceOf>, 'This privacy is not known.')
  .transform((said): Audience => audienceOf[said]);
