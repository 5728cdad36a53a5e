import { useStore } from '@nanostores/react';
import { UserRoundCheck } from 'lucide';
import { memo, useEffect } from 'react';
import { replayChanges } from '#lib/bfcache-changes.ts';
import type { ServedScreen } from '#lib/served-form.ts';
import { Badge } from '#ui/Badge.tsx';
import '#ui/Card.css';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import type { RequestModel } from './friends.model.ts';
import { $friendships, $pendingIds, runFriendAction } from './friends.store.ts';
import { RequestRow } from './RequestRow.tsx';
import { unanswered } from './requests.store.ts';

export interface RequestsListProps {
  served: RequestModel[];
  /** Total on all pages. */
  total: number;
  here: ServedScreen;
  now: string;
  timeZone: string;
}

/** A page of open requests; the count in the heading follows answers here and in the popup. */
export const RequestsList = memo(function RequestsList({
  served,
  total,
  here,
  now,
  timeZone,
}: RequestsListProps) {
  const open = unanswered(served, useStore($friendships, { ssr: 'initial' }));
  const underWay = useStore($pendingIds, { ssr: 'initial' });
  useEffect(replayChanges, []);
  const left = total - (served.length - open.length);
  return (
    <>
      <h2 className="people-heading">
        Friend requests <Badge count={left} />
      </h2>
      {open.length ? (
        <ul className="requests-page card">
          {open.map((request) => (
            <li key={request.id}>
              <RequestRow
                request={request}
                here={here}
                now={now}
                timeZone={timeZone}
                isBusy={underWay.has(request.sender.id)}
                onAction={(name) => void runFriendAction(name, request.sender.id)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <div className="card">
          <EmptyState icon={<Icon of={UserRoundCheck} />}>
            {left > 0 ? <a href={here.path}>Show more requests</a> : 'No friend requests.'}
          </EmptyState>
        </div>
      )}
    </>
  );
});
