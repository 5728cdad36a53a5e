import { memo } from 'react';
import {
  InviteLinks,
  type InviteLinksProps,
} from '#domains/containers/invitations/InviteLinks.tsx';
import {
  createInviteLink,
  listInviteLinks,
  revokeInviteLink,
} from '#domains/sitepages/sitepages.calls.ts';

const calls = { list: listInviteLinks, create: createInviteLink, revoke: revokeInviteLink };

/** The links of one page, for its staff. */
export const PageInviteLinks = memo(function PageInviteLinks(
  props: Omit<InviteLinksProps, 'calls'>,
) {
  return <InviteLinks {...props} calls={calls} heading="Invite links" />;
});
