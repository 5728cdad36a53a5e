import { useStore } from '@nanostores/react';
import { Inbox, SquarePen } from 'lucide';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import {
  $dock,
  hasRoomForDock,
  openDock,
  showDock,
} from '#domains/messages/chat-dock/chat-dock.store.ts';
import { toWire } from '#lib/dates.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useLazy } from '#ui/use-lazy.ts';
import { VirtualList } from '#ui/VirtualList.tsx';
import { $inbox, $inboxStatus, loadInbox } from './inbox.store.ts';
import { InboxRow } from './InboxRow.tsx';
import { $marked } from './unread.store.ts';
import './InboxPopup.css';

export const inboxRowHeight = 75;

export interface InboxPopupProps {
  memberId: number;
  timeZone: string;
  imageMegabytes: number;
}

const closePopup = () => document.getElementById('messages-popup')?.hidePopover();

/** Content of the header popup: a button for a new message and the newest conversations. */
export function InboxPopup(props: InboxPopupProps) {
  return (
    <>
      <NewMessage {...props} />
      <Conversations {...props} />
    </>
  );
}

function NewMessage({ memberId, imageMegabytes }: InboxPopupProps) {
  const [ComposeDialog, need] = useLazy(() =>
    import('#domains/messages/compose/ComposeDialog.island.tsx').then((part) => part.ComposeDialog),
  );
  const [isOpen, setOpen] = useState(false);
  const open = async () => {
    // Close first, so that the dialog returns the focus to the header button.
    closePopup();
    setOpen(await need());
  };
  const dialog = isOpen && ComposeDialog && (
    <ComposeDialog
      memberId={memberId}
      imageMegabytes={imageMegabytes}
      onClose={() => setOpen(false)}
    />
  );
  return (
    <>
      <button
        type="button"
        className="inbox-popup-note"
        aria-haspopup="dialog"
        onClick={() => void open()}
      >
        <Icon of={SquarePen} />
        New message
      </button>
      {/* A dialog inside the closed popup would be hidden. */}
      {dialog && createPortal(dialog, document.body)}
    </>
  );
}

/** On wide screens a conversation opens in the message box instead of a new page. */
function Conversations({ memberId, timeZone }: InboxPopupProps) {
  const inbox = useStore($inbox);
  const status = useStore($inboxStatus);
  const marked = useStore($marked);
  const dock = useStore($dock);
  const [now] = useState(() => toWire(new Date()));

  if (!inbox && status === 'failed')
    return <ErrorState onRetry={loadInbox}>Your messages could not be loaded.</ErrorState>;
  if (!inbox) return <Skeleton kind="row" count={3} />;
  const open = (id: number) => {
    closePopup();
    openDock(id);
  };
  return (
    <>
      {inbox.requestCount > 0 && (
        <a className="inbox-popup-note" href="/messages?folder=requests">
          {inbox.requestCount === 1
            ? '1 message request'
            : `${inbox.requestCount} message requests`}
        </a>
      )}
      {dock && hasRoomForDock() && (
        <button type="button" className="inbox-popup-note" onClick={() => showDock(!dock.isShown)}>
          {dock.isShown ? 'Hide the message box' : 'Show the message box'}
        </button>
      )}
      {inbox.rows.length ? (
        <VirtualList
          items={inbox.rows}
          keyOf={({ id }) => id}
          estimate={inboxRowHeight}
          label="Newest conversations"
          className="header-popup-list"
          row={(row) => {
            const isRead = marked[row.id] ?? row.isRead;
            return (
              <InboxRow
                row={row}
                href={`/messages/${row.id}`}
                memberId={memberId}
                isRead={isRead}
                now={now}
                timeZone={timeZone}
                onOpen={hasRoomForDock() ? () => open(row.id) : null}
              />
            );
          }}
        />
      ) : (
        <EmptyState icon={<Icon of={Inbox} />} action={<Button href="/search">Find people</Button>}>
          No messages yet.
        </EmptyState>
      )}
    </>
  );
}
