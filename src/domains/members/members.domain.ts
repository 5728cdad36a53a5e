import { defineDomain } from '#server/domain.ts';
import { pruneSignups } from './members.server.ts';

export const membersDomain = defineDomain({
  name: 'members',
  prunes: { signups: pruneSignups },
});
