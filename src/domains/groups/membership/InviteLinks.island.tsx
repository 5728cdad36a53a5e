import { memo, useMemo } from 'react';
import type { InviteLinksAnswer } from '#domains/containers/containers.schema.ts';
import { InviteLinks, type LinkChoice } from '#domains/containers/invitations/InviteLinks.tsx';
import * as calls from '#domains/groups/groups.calls.ts';

interface GroupInviteLinksProps {
  groupId: number;
  served: InviteLinksAnswer;
  timeZone: string;
}

/** The links of one group, for its staff. */
export const GroupInviteLinks = memo(function GroupInviteLinks({
  groupId: id,
  served,
  timeZone,
}: GroupInviteLinksProps) {
  const api = useMemo(
    () => ({
      list: () => calls.listInviteLinks({ id }),
      create: (choice: LinkChoice) => calls.createInviteLink({ id, ...choice }),
      revoke: (linkId: number) => calls.revokeInviteLink({ id, link_id: linkId }),
    }),
    [id],
  );
  return <InviteLinks served={served.response} api={api} timeZone={timeZone} />;
});
