import { memo } from 'react';
import {
  InviteLinks,
  type InviteLinksProps,
} from '#domains/containers/invitations/InviteLinks.tsx';
import {
  createInviteLink,
  listInviteLinks,
  revokeInviteLink,
} from '#domains/groups/groups.calls.ts';

const calls = { list: listInviteLinks, create: createInviteLink, revoke: revokeInviteLink };

/** The links of one group, for its staff. */
export const GroupInviteLinks = memo(function GroupInviteLinks(
  props: Omit<InviteLinksProps, 'calls'>,
) {
  return <InviteLinks {...props} calls={calls} />;
});
