import { useStore } from '@nanostores/react';
import { memo, useEffect, useState } from 'react';
import { queueName } from '#domains/messages/outbox/outbox-name.ts';
import { getStored } from '#lib/browser-storage.ts';
import { whenShown } from '#lib/when-shown.ts';
import { useLazyWhen } from '#ui/use-lazy.ts';
import { $dock, hasRoomForDock, restoreDock } from './chat-dock.store.ts';

interface Props {
  member: { id: number; displayname: string; avatar: string | null };
  timeZone: string;
  imageMegabytes: number;
  unread: number;
}

/**
 * Restores the message box of the previous page on every screen; loads its parts only when one is
 * open.
 */
export const ChatDock = memo(function ChatDock(props: Props) {
  const dock = useStore($dock, { ssr: 'initial' });
  const [hasRoom, setRoom] = useState(false);
  const DockPanel = useLazyWhen(Boolean(dock && hasRoom), () =>
    import('./ChatDockPanel.island.tsx').then((part) => part.ChatDockPanel),
  );
  const memberId = props.member.id;
  useEffect(() => {
    const measure = () => setRoom(hasRoomForDock());
    whenShown(() => {
      // Pending messages are sent from any screen, not only from their conversation's.
      if (getStored(queueName(memberId)))
        void import('#domains/messages/outbox/outbox.store.ts').then(
          ({ openOutbox }) => openOutbox(memberId),
          () => undefined,
        );
      restoreDock();
      measure();
    });
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, [memberId]);
  return (
    <div>
      {dock && hasRoom && DockPanel && (
        <DockPanel key={dock.id} {...props} id={dock.id} isShown={dock.isShown} />
      )}
    </div>
  );
});
