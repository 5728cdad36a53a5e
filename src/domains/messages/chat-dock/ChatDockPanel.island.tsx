import { ChevronDown, Maximize2, X } from 'lucide';
import { useEffect, useEffectEvent, useState } from 'react';
import { Thread } from '#domains/messages/conversation/Thread.island.tsx';
import type { ConversationModel } from '#domains/messages/messages.model.ts';
import { joinNames, participantNames } from '#domains/messages/messages.rules.ts';
import { toWire } from '#lib/dates.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Names } from '#ui/Names.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { openConversation } from './chat-dock-conversation.store.ts';
import { closeDock, showDock } from './chat-dock.store.ts';
import './ChatDock.css';

interface Props {
  id: number;
  isShown: boolean;
  member: { id: number; displayname: string; avatar: string | null };
  timeZone: string;
  imageMegabytes: number;
  unread: number;
}

/** A conversation docked at the lower edge of the screen; collapsed, only its header is visible. */
export function ChatDockPanel({ id, isShown, member, timeZone, imageMegabytes, unread }: Props) {
  const [served, setServed] = useState<ConversationModel>();
  const [hasFailed, setFailed] = useState(false);
  const [now, setNow] = useState('');

  const load = async () => {
    setFailed(false);
    const found = await openConversation(id);
    if (found === 'deleted') return closeDock();
    if (found === 'failed') return setFailed(true);
    setNow(toWire(new Date()));
    setServed(found);
  };
  const open = useEffectEvent(() => void load());
  useEffect(() => open(), [id]);

  const [first] = served?.participants ?? [];
  const people = served && participantNames(served.participants.map(({ name }) => name));
  return (
    <section
      className="message-box"
      aria-label={`Message box: ${people ? joinNames(people) : 'Messages'}`}
      data-shown={isShown || undefined}
    >
      <header className="message-box-head">
        {first && <Avatar name={first.name} src={first.image} size={32} />}
        <h2>{people ? <Names names={people} /> : 'Messages'}</h2>
        <a
          className="icon-button"
          href={`/messages/${id}`}
          aria-label="Open in Messages"
          data-tip="Open"
        >
          <Icon of={Maximize2} />
        </a>
        <IconButton
          label={isShown ? 'Hide message box' : 'Show message box'}
          icon={<Icon of={ChevronDown} className="message-box-arrow" />}
          aria-expanded={isShown}
          onClick={() => showDock(!isShown)}
        />
        <IconButton label="Close message box" icon={<Icon of={X} />} onClick={closeDock} />
      </header>
      {isShown && served && (
        <Thread
          served={served}
          member={member}
          now={now}
          timeZone={timeZone}
          imageMegabytes={imageMegabytes}
          unread={unread}
        />
      )}
      {isShown && !served && hasFailed && (
        <ErrorState onRetry={() => void load()}>This conversation could not be loaded.</ErrorState>
      )}
      {isShown && !served && !hasFailed && <Skeleton kind="row" count={3} />}
    </section>
  );
}
