import { useStore } from '@nanostores/react';
import { MessageCircle } from 'lucide-react';
import { memo, useEffect } from 'react';
import { bringChanges } from '#lib/tab-changes.ts';
import { Badge } from '#ui/Badge.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Popover } from '#ui/Popover.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useLate } from '#ui/use-late.ts';
import { $unread, loadInbox } from './inbox.store.ts';
import './InboxMenu.css';

const popup = 'messages-popup';

/** In the header: how many conversations are unread, and a popup with the newest, loaded when it opens. */
export const InboxMenu = memo(function InboxMenu({ unread: served, memberId, timeZone }: { unread: number; memberId: number; timeZone: string }) {
  const unread = useStore($unread, { ssr: 'initial' }) ?? served;
  const [InboxPopup, needPopup] = useLate(() => import('./InboxPopup.island.tsx').then((part) => part.InboxPopup));
  const open = () => {
    void needPopup();
    void loadInbox();
  };
  useEffect(() => {
    bringChanges();
    // Opened before there was any script.
    if (document.getElementById(popup)?.matches(':popover-open')) open();
  }, []);
  return (
    <div className="inbox-menu needs-script">
      <IconButton label="Messages" icon={<MessageCircle aria-hidden="true" />} popoverTarget={popup} aria-haspopup="true" {...(unread > 0 ? { 'aria-describedby': 'messages-unread' } : {})} />
      <span id="messages-unread">
        <Badge count={unread} of="unread" floating />
      </span>
      <Popover id={popup} label="Messages" className="inbox-popup" onOpenChange={(isOpen) => isOpen && open()}>
        <h2>Messages</h2>
        {InboxPopup ? <InboxPopup memberId={memberId} timeZone={timeZone} /> : <Skeleton kind="row" count={3} />}
        <a className="inbox-all" href="/messages">
          See all
        </a>
      </Popover>
    </div>
  );
});
