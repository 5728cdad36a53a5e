import { useStore } from '@nanostores/react';
import { memo, useEffect, useState } from 'react';
import { readKept } from '#lib/kept.ts';
import { whenShown } from '#lib/when-shown.ts';
import { useLate } from '#ui/use-late.ts';
import { $box, bringBox, hasRoomForBox } from './box.store.ts';
import { queueName } from './queue-name.ts';

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
export const MessageBox = memo(function MessageBox(props: Props) {
  const box = useStore($box, { ssr: 'initial' });
  const [hasRoom, setRoom] = useState(false);
  const [MessageBoxPanel, need] = useLate(() =>
    import('./MessageBoxPanel.island.tsx').then((part) => part.MessageBoxPanel),
  );
  useEffect(() => {
    const measure = () => setRoom(hasRoomForBox());
    whenShown(() => {
      // What waits for the network leaves from any screen, not only from that of its conversation.
      if (readKept(queueName(props.member.id)))
        void import('./queue.store.ts').then(
          ({ openQueue }) => openQueue(props.member.id),
          () => undefined,
        );
      bringBox();
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
      {box && hasRoom && MessageBoxPanel && (
        <MessageBoxPanel key={box.id} {...props} id={box.id} isShown={box.isShown} />
      )}
    </div>
  );
});
