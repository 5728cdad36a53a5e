import { useStore } from '@nanostores/react';
import { Users } from 'lucide-react';
import { memo, useEffect } from 'react';
import { bringChanges } from '#lib/tab-changes.ts';
import { Badge } from '#ui/Badge.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Popover } from '#ui/Popover.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useLate } from '#ui/use-late.ts';
import { $unseen, loadRequests, sawRequests } from './requests.store.ts';
import './RequestsMenu.css';

const popup = 'friend-requests';

/** In the header: how many have asked and were not looked at, and a popup with all requests, loaded when it opens. */
export const RequestsMenu = memo(function RequestsMenu({ unseen: served, timeZone }: { unseen: number; timeZone: string }) {
  const unseen = useStore($unseen, { ssr: 'initial' }) ?? served;
  const [RequestsPopup, needPopup] = useLate(() => import('./RequestsPopup.island.tsx').then((part) => part.RequestsPopup));

  const open = () => {
    void needPopup();
    void loadRequests();
    if (unseen > 0) void sawRequests();
  };
  useEffect(() => {
    bringChanges();
    // Opened before there was any script.
    if (document.getElementById(popup)?.matches(':popover-open')) open();
  }, []);

  return (
    <div className="requests-menu needs-script">
      <IconButton label="Friend requests" icon={<Users aria-hidden="true" />} popoverTarget={popup} aria-haspopup="true" {...(unseen > 0 ? { 'aria-describedby': 'friend-requests-new' } : {})} />
      <span id="friend-requests-new">
        <Badge count={unseen} of={unseen === 1 ? 'new request' : 'new requests'} floating />
      </span>
      <Popover id={popup} label="Friend requests" className="requests-popup" onOpenChange={(isOpen) => isOpen && open()}>
        <h2>Friend requests</h2>
        {RequestsPopup ? <RequestsPopup timeZone={timeZone} /> : <Skeleton kind="row" count={3} />}
        <a className="requests-all" href="/friends">
          See all
        </a>
      </Popover>
    </div>
  );
});
