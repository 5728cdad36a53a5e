import { useStore } from '@nanostores/react';
import { ArrowLeft } from 'lucide';
import { memo, useEffect, useState } from 'react';
import { markUnread } from '#domains/messages/inbox/inbox.store.ts';
import { joinNames, participantNames } from '#domains/messages/messages.rules.ts';
import { sendReport } from '#domains/moderation/reports.store.ts';
import { $mutes, muteKey, toggleMute } from '#domains/notifications/mute/mute.store.ts';
import { blockMember } from '#domains/policy/blocks.store.ts';
import { replayChanges } from '#lib/bfcache-changes.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { showFlashToast, toastOnNextScreen } from '#ui/flash-toast.ts';
import { Icon } from '#ui/Icon.tsx';
import { Names } from '#ui/Names.tsx';
import { useLazy } from '#ui/use-lazy.ts';
import { deleteConversation, leave } from './conversation-actions.store.ts';
import {
  $threads,
  getChange,
  mergeMessages,
  newestId,
  refreshThread,
} from './conversation.store.ts';
import { ConversationMenu } from './ConversationMenu.tsx';
import { Thread, type ThreadProps } from './Thread.island.tsx';

/** A conversation on its own screen: participants, title, messages and the input. */
export const Conversation = memo(function Conversation(props: ThreadProps) {
  const { served } = props;
  const { id, title } = served;
  const [first] = served.participants;
  const mute = muteKey('conversation', id);
  const isMuted = useStore($mutes, { keys: [mute], ssr: 'initial' })[mute] ?? served.isMuted;
  const { isRequest } = useStore($threads, { keys: [id], ssr: 'initial' })[id]?.latest ?? served;
  const people = participantNames(served.participants.map(({ name }) => name));
  const names = joinNames(people);
  const shownNames = <Names names={people} />;
  useEffect(() => {
    replayChanges();
    showFlashToast();
  }, []);
  const [ReportDialog, needReportDialog] = useLazy(() =>
    import('#domains/moderation/ReportDialog.tsx').then((part) => part.ReportDialog),
  );
  const [reported, setReported] = useState<number>();
  /** Last received message on the screen. */
  const lastReceived = () =>
    mergeMessages(served.messages, getChange(id)).findLast(
      ({ authorId }) => authorId > 0 && authorId !== props.member.id,
    )?.id;
  const report = async () => {
    const last = lastReceived();
    if (last && (await needReportDialog())) setReported(last);
  };
  const setUnread = async () => {
    if (!(await markUnread(id))) return;
    toastOnNextScreen('Marked as unread');
    location.assign('/messages');
  };
  return (
    <>
      <header className="conversation-head">
        <a
          className="icon-button conversation-back"
          href={isRequest ? '/messages?folder=requests' : '/messages'}
          aria-label={isRequest ? 'All requests' : 'All messages'}
        >
          <Icon of={ArrowLeft} />
        </a>
        <Avatar name={first?.name ?? names} src={first?.image} size={40} />
        <div className="conversation-who">
          <h1 tabIndex={-1}>
            {served.participants.length === 1 && first?.id ? (
              <a href={`/profile/${first.id}`}>{shownNames}</a>
            ) : (
              shownNames
            )}
          </h1>
          <p dir="auto">{title}</p>
        </div>
        <div>
          <ConversationMenu
            id="conversation-menu"
            screen={`/messages/${id}/options`}
            mayLeave={served.participants.length > 1 && served.canReply}
            isMuted={isMuted}
            onMute={() => void toggleMute('conversation', id, isMuted, 'conversation')}
            other={served.participants.length === 1 && first?.id ? names : undefined}
            onBlock={async () =>
              (await blockMember(first!.id, toastOnNextScreen)) && location.reload()
            }
            onDelete={() =>
              deleteConversation(id, newestId(mergeMessages(served.messages, getChange(id))), () =>
                location.assign('/messages'),
              )
            }
            onLeave={async () => (await leave(id)) && refreshThread(id)}
            onUnread={() => void setUnread()}
            onReport={lastReceived() ? () => void report() : undefined}
          />
          {ReportDialog && reported && (
            <ReportDialog
              type="message"
              id={reported}
              title="Report message"
              open
              onSend={(words) => sendReport({ type: 'message', id: reported }, words)}
              onClose={() => setReported(undefined)}
            />
          )}
        </div>
      </header>
      <Thread {...props} />
    </>
  );
});
