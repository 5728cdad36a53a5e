import { useStore } from '@nanostores/react';
import { Users } from 'lucide';
import { memo } from 'react';
import { HeaderMenu } from '#ui/HeaderMenu.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useLazy } from '#ui/use-lazy.ts';
import { $unseen, loadRequests, markSeen } from './requests.store.ts';

/** Header button with the number of unseen requests, and a popup with all open requests. */
export const RequestsMenu = memo(function RequestsMenu({
  unseen: served,
  timeZone,
}: {
  unseen: number;
  timeZone: string;
}) {
  const unseen = useStore($unseen, { ssr: 'initial' }) ?? served;
  const [RequestsPopup, needPopup] = useLazy(() =>
    import('./RequestsPopup.island.tsx').then((part) => part.RequestsPopup),
  );
  const open = () => {
    void needPopup();
    void loadRequests();
    if (unseen > 0) void markSeen();
  };
  return (
    <HeaderMenu
      id="friend-requests"
      label="Friend requests"
      icon={<Icon of={Users} />}
      count={unseen}
      of={unseen === 1 ? 'new request' : 'new requests'}
      href="/friends"
      onOpen={open}
    >
      {RequestsPopup ? <RequestsPopup timeZone={timeZone} /> : <Skeleton kind="row" count={3} />}
    </HeaderMenu>
  );
});
