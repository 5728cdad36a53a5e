import { useStore } from '@nanostores/react';
import { memo, useEffect } from 'react';
import type { RequestModel } from '#domains/friends/friends.model.ts';
import { $friendships, $pendingIds, runFriendAction } from '#domains/friends/friends.store.ts';
import { RequestRow } from '#domains/friends/RequestRow.tsx';
import { unanswered } from '#domains/friends/requests.store.ts';
import { replayChanges } from '#lib/bfcache-changes.ts';
import '#ui/Card.css';

export interface InviterRequestProps {
  request: RequestModel;
  memberId: number;
  now: string;
  timeZone: string;
}

/** Friend request from the member's inviter, above the feed until it is answered. */
export const InviterRequest = memo(function InviterRequest({
  request,
  memberId,
  now,
  timeZone,
}: InviterRequestProps) {
  const [open] = unanswered([request], useStore($friendships, { ssr: 'initial' }));
  const underWay = useStore($pendingIds, { ssr: 'initial' });
  useEffect(replayChanges, []);
  if (!open) return null;
  const { id: userId, name } = open.sender;
  return (
    <section className="inviter-request card card-edge">
      <h2>
        <bdi>{name}</bdi> invited you here
      </h2>
      <RequestRow
        request={open}
        here={{ path: '/home', member: memberId }}
        now={now}
        timeZone={timeZone}
        isBusy={underWay.has(userId)}
        onAction={(name) => void runFriendAction(name, userId)}
      />
    </section>
  );
});
