import { defineDomain } from '#server/domain.ts';
import { deleteFirstAdminLink } from './first-admin.server.ts';
import { pruneSignups } from './members.server.ts';

export const membersDomain = defineDomain({
  name: 'members',
  onSafeMode: () => deleteFirstAdminLink(),
  onCopied: deleteFirstAdminLink,
  prunes: { signups: pruneSignups },
});
