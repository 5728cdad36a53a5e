import { useStore } from '@nanostores/react';
import { Inbox } from 'lucide';
import { useState } from 'react';
import { toWire } from '#lib/dates.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { VirtualList } from '#ui/VirtualList.tsx';
import { $box, hasRoomForBox, openBox, showBox } from './box.store.ts';
import { InboxRow } from './InboxRow.tsx';
import { $inbox, $inboxStatus, $marked, loadInbox } from './inbox.store.ts';
import './InboxPopup.css';

export const inboxRowHeight = 75;

/** The newest conversations inside the popup. On wide screens one opens in the message box, over the screen that is there. */
export function InboxPopup({ memberId, timeZone }: { memberId: number; timeZone: string }) {
  const inbox = useStore($inbox);
  const status = useStore($inboxStatus);
  const marked = useStore($marked);
  const box = useStore($box);
  const [now] = useState(() => toWire(new Date()));

  if (!inbox && status === 'failed') return <ErrorState onRetry={loadInbox}>Your messages could not be loaded.</ErrorState>;
  if (!inbox) return <Skeleton kind="row" count={3} />;
  const open = (id: number) => {
    document.getElementById('messages-popup')?.hidePopover();
    openBox(id);
  };
  return (
    <>
      {inbox.requestCount > 0 && (
        <a className="inbox-popup-note" href="/messages?folder=requests">
          {inbox.requestCount === 1 ? '1 message request' : `${inbox.requestCount} message requests`}
        </a>
      )}
      {box && hasRoomForBox() && (
        <button type="button" className="inbox-popup-note" onClick={() => showBox(!box.isShown)}>
          {box.isShown ? 'Hide the message box' : 'Show the message box'}
        </button>
      )}
      {inbox.response.length ? (
        <VirtualList
          items={inbox.response}
          keyOf={({ message }) => message.conversation_id}
          estimate={inboxRowHeight}
          label="Newest conversations"
          className="header-popup-list"
          row={(entry) => {
            const { conversation_id: id } = entry.message;
            const isRead = (marked[id] ?? entry.recipient.inbox_read) === 1;
            return <InboxRow entry={entry} href={`/messages/${id}`} memberId={memberId} isRead={isRead} now={now} timeZone={timeZone} onOpen={hasRoomForBox() ? () => open(id) : null} />;
          }}
        />
      ) : (
        <EmptyState icon={<Icon of={Inbox} />}>No messages yet.</EmptyState>
      )}
    </>
  );
}
