import { useStore } from '@nanostores/react';
import { memo, useEffect, useState } from 'react';
import { getStored } from '#lib/browser-storage.ts';
import { whenShown } from '#lib/when-shown.ts';
import { useLazy } from '#ui/use-lazy.ts';
import { $box, hasRoomForDock, restoreDock } from './chat-dock.store.ts';
import { queueName } from './outbox-name.ts';

interface Props {
  member: { id: number; displayname: string; avatar: string | null };
  timeZone: string;
  imageMegabytes: number;
  unread: number;
}

/**
 * On every screen: the message box of the page before comes back; its parts are fetched only where
 * there is one.
 */
export const ChatDock = memo(function MessageBox(props: Props) {
  const box = useStore($box, { ssr: 'initial' });
  const [hasRoom, setRoom] = useState(false);
  const [ChatDockPanel, need] = useLazy(() =>
    import('./ChatDockPanel.island.tsx').then((part) => part.ChatDockPanel),
  );
  useEffect(() => {
    const measure = () => setRoom(hasRoomForDock());
    whenShown(() => {
      // What waits for the network leaves from any screen, not only from that of its conversation.
      if (getStored(queueName(props.member.id)))
        void import('./outbox.store.ts').then(
          ({ openOutbox }) => openOutbox(props.member.id),
          () => undefined,
        );
      restoreDock();
      measure();
    });
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  useEffect(() => {
    if (box && hasRoom) void need();
  }, [box, hasRoom]);
  return (
    <div>
      {box && hasRoom && ChatDockPanel && (
        <ChatDockPanel key={box.id} {...props} id={box.id} isShown={box.isShown} />
      )}
    </div>
  );
});
