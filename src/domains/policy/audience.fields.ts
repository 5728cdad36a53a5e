import { audienceLabels, type Audience } from './audience.rules.ts';

const option = <const Name extends Audience>(audience: Name) =>
  [audience, audienceLabels[audience]] as const;

/**
 * The audience of an album or video. A further word between two audiences becomes the narrower one;
 * any other is refused, never read as everyone.
 */
export const audienceEntry = {
  type: 'choice',
  options: {
    everyone: option('everyone'),
    friends: option('friends'),
    onlyme: option('onlyme'),
  },
  aliases: {
    networks: 'friends',
    owner_network: 'friends',
    owner_member_member: 'friends',
    owner_member: 'friends',
    owner: 'onlyme',
  },
  unknown: 'Please choose one of these.',
  default: 'everyone',
} as const;
