import { useStore } from '@nanostores/react';
import { MessageCircle } from 'lucide';
import { memo } from 'react';
import { HeaderMenu } from '#ui/HeaderMenu.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useLazy } from '#ui/use-lazy.ts';
import { useTitleCount } from '#ui/use-title-count.ts';
import type { InboxPopupProps } from './InboxPopup.island.tsx';
import { $unread } from './unread.store.ts';

/** Header button with the number of unread conversations and a popup of the newest. */
export const InboxMenu = memo(function InboxMenu({
  unread: served,
  ...popup
}: { unread: number } & InboxPopupProps) {
  const unread = useStore($unread, { ssr: 'initial' }) ?? served;
  useTitleCount('messages', unread);
  const [InboxPopup, needPopup] = useLazy(() =>
    import('./InboxPopup.island.tsx').then((part) => part.InboxPopup),
  );
  const open = () => {
    void needPopup();
    void import('./inbox.store.ts').then(
      ({ loadInbox }) => loadInbox(),
      () => undefined,
    );
  };
  return (
    <HeaderMenu
      id="messages-popup"
      label="Messages"
      icon={<Icon of={MessageCircle} />}
      count={unread}
      of="unread"
      href="/messages"
      onOpen={open}
    >
      {InboxPopup ? <InboxPopup {...popup} /> : <Skeleton kind="row" count={3} />}
    </HeaderMenu>
  );
});
