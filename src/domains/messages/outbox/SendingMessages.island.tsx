import { useStore } from '@nanostores/react';
import { $previews } from '#domains/messages/conversation/message-photos.store.ts';
import { MessageBubble } from '#domains/messages/conversation/MessageBubble.tsx';
import { SendingPhotos } from '#domains/messages/conversation/MessagePhotos.tsx';
import { $isOffline, $upload, cancelMessage, type OutboxMessage } from './outbox.store.ts';

interface Props {
  pending: OutboxMessage[];
  member: { id: number; displayname: string; avatar: string | null };
  timeZone: string;
}

/**
 * Pending messages with their progress or the reason they wait. Cancellable until fully uploaded.
 */
export function SendingMessages({ pending, member, timeZone }: Props) {
  const isOffline = useStore($isOffline, { ssr: 'initial' });
  const upload = useStore($upload, { ssr: 'initial' });
  const previews = useStore($previews, { ssr: 'initial' });
  return pending.map(({ key, body, photos }, index) => {
    const isLeaving = upload?.key === key;
    return (
      <div key={key} className="message-waiting">
        <MessageBubble
          body={body}
          photos={photos && <SendingPhotos photos={photos} previews={previews} />}
          timeZone={timeZone}
          isOwn
          isFirst={index === 0}
          author={{
            id: member.id,
            name: member.displayname,
            image: member.avatar,
          }}
          note={
            isLeaving || isOffline ? (
              <>
                <span>
                  {isLeaving ? `Uploading ${upload.percent}%` : 'Waiting for a connection.'}
                </span>
                {isLeaving && (
                  <progress
                    className="message-progress"
                    max={100}
                    value={upload.percent}
                    aria-label="Uploading photos"
                  />
                )}
                <button type="button" onClick={() => cancelMessage(key)}>
                  Cancel
                </button>
              </>
            ) : (
              'Sending…'
            )
          }
        />
      </div>
    );
  });
}
