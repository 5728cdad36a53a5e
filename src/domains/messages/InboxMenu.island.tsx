import { useStore } from '@nanostores/react';
import { MessageCircle, SquarePen } from 'lucide';
import { memo, useState } from 'react';
import { HeaderMenu } from '#ui/HeaderMenu.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useLate } from '#ui/use-late.ts';
import { $unread, loadInbox } from './inbox.store.ts';

interface Props {
  unread: number;
  memberId: number;
  timeZone: string;
  imageMegabytes: number;
}

/** In the header: how many conversations are unread, and a popup with the newest, where a new one begins as well. */
export const InboxMenu = memo(function InboxMenu({ unread: served, memberId, timeZone, imageMegabytes }: Props) {
  const unread = useStore($unread, { ssr: 'initial' }) ?? served;
  const [InboxPopup, needPopup] = useLate(() => import('./InboxPopup.island.tsx').then((part) => part.InboxPopup));
  const [ComposeDialog, needComposeDialog] = useLate(() => import('./ComposeDialog.island.tsx').then((part) => part.ComposeDialog));
  const [isWriting, setWriting] = useState(false);
  const write = async () => {
    // Closed first, so that the dialog gives the focus back to the button of the header.
    document.getElementById('messages-popup')?.hidePopover();
    setWriting(await needComposeDialog());
  };
  const open = () => {
    void needPopup();
    loadInbox();
  };
  return (
    <>
      <HeaderMenu
        id="messages-popup"
        label="Messages"
        icon={<Icon of={MessageCircle} />}
        count={unread}
        of="unread"
        href="/messages"
        onOpen={open}
        end={<IconButton label="New message" icon={<Icon of={SquarePen} />} aria-haspopup="dialog" onClick={() => void write()} />}
      >
        {InboxPopup ? <InboxPopup memberId={memberId} timeZone={timeZone} /> : <Skeleton kind="row" count={3} />}
      </HeaderMenu>
      {isWriting && ComposeDialog && (
        <ComposeDialog memberId={memberId} imageMegabytes={imageMegabytes} onClose={() => setWriting(false)} />
      )}
    </>
  );
});
