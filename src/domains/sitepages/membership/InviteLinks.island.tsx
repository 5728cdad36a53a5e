import { memo, useMemo } from 'react';
import type { InviteLinksAnswer } from '#domains/containers/containers.schema.ts';
import { InviteLinks, type LinkChoice } from '#domains/containers/invitations/InviteLinks.tsx';
import * as calls from '#domains/sitepages/sitepages.calls.ts';

interface PageInviteLinksProps {
  pageId: number;
  served: InviteLinksAnswer;
  timeZone: string;
}

/** The links of one page, for its staff. */
export const PageInviteLinks = memo(function PageInviteLinks({
  pageId: id,
  served,
  timeZone,
}: PageInviteLinksProps) {
  const api = useMemo(
    () => ({
      list: () => calls.listInviteLinks({ id }),
      create: (choice: LinkChoice) => calls.createInviteLink({ id, ...choice }),
      revoke: (linkId: number) => calls.revokeInviteLink({ id, link_id: linkId }),
    }),
    [id],
  );
  return (
    <InviteLinks heading="Invite links" served={served.response} api={api} timeZone={timeZone} />
  );
});
