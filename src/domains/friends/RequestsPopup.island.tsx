import { useStore } from '@nanostores/react';
import { UserRoundCheck } from 'lucide';
import { useState } from 'react';
import { toWire } from '#lib/dates.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { VirtualList } from '#ui/VirtualList.tsx';
import { $friendships, $pendingIds, runFriendAction } from './friends.store.ts';
import { RequestRow } from './RequestRow.tsx';
import {
  $requests,
  $requestsStatus,
  loadMoreRequests,
  loadRequests,
  unanswered,
} from './requests.store.ts';

export const requestRowHeight = 110;

/**
 * Open requests in the popup. An answered one disappears at once and returns if the answer fails.
 */
export function RequestsPopup({ timeZone }: { timeZone: string }) {
  const loaded = useStore($requests);
  const status = useStore($requestsStatus);
  const friendships = useStore($friendships);
  const underWay = useStore($pendingIds);
  const [now] = useState(() => toWire(new Date()));

  if (!loaded && status === 'failed')
    return (
      <ErrorState onRetry={() => void loadRequests()}>
        Your requests could not be loaded.
      </ErrorState>
    );
  if (!loaded) return <Skeleton kind="row" count={3} />;
  const open = unanswered(loaded.items, friendships);
  if (!open.length && status !== 'loading')
    return (
      <EmptyState
        icon={<Icon of={UserRoundCheck} />}
        action={<Button href="/friends/suggestions">People you may know</Button>}
      >
        No friend requests.
      </EmptyState>
    );
  return (
    <>
      <VirtualList
        items={open}
        keyOf={({ id }) => id}
        estimate={requestRowHeight}
        label="Open friend requests"
        className="header-popup-list"
        onEndReached={() => void loadMoreRequests()}
        row={(request) => (
          <RequestRow
            request={request}
            now={now}
            timeZone={timeZone}
            isBusy={underWay.has(request.sender.id)}
            onAction={(name) => void runFriendAction(name, request.sender.id)}
          />
        )}
      />
      {status === 'failed' && (
        <ErrorState onRetry={() => void loadMoreRequests()}>
          More requests could not be loaded.
        </ErrorState>
      )}
    </>
  );
}
