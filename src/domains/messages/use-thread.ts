import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { toWire } from '#lib/dates.ts';
import { isLive, onLive, type LiveSubject } from '#lib/live-events.ts';
import { oneAtATime } from '#lib/one-at-a-time.ts';
import { counted } from '#lib/text.ts';
import { whenShown } from '#lib/when-shown.ts';
import { announce } from '#ui/toast.ts';
import {
  $threads,
  changeOf,
  forgetTyping,
  keepUp,
  messagesOf,
  newestId,
  openThread,
} from './conversation.store.ts';
import { openConversation, tellRead } from './inbox.store.ts';
import { typingSeconds } from './messages.rules.ts';
import type { Conversation } from './messages.schema.ts';
import { $outbox, flush } from './outbox.store.ts';

/** Where no stream tells of what is new, a conversation that is looked at is asked for it. */
const pause = 4_000;

interface Options {
  memberId: number;
  served: Conversation;
  servedNow: string;
  unread: number;
  /** An older part of the conversation: nothing new comes here. */
  isPast: boolean;
}

/** A conversation as it is by now: as served, with what came, what was sent and what waits. */
export function useThread({ memberId, served, servedNow, unread, isPast }: Options) {
  const { conversation_id: id } = served.conversation;
  const change = useStore($threads, { keys: [id], ssr: 'initial' })[id];
  const waiting = useStore($outbox, { ssr: 'initial' }).filter(
    ({ conversationId }) => conversationId === id,
  );
  const [now, setNow] = useState(servedNow);
  const latest = change?.latest ?? served;
  const messages = useMemo(() => messagesOf(served.messages, change), [served, change]);
  const isRequest = useRef(false);
  isRequest.current = latest.is_request === 1;

  useEffect(() => {
    if (isPast) return;
    let isGone = false;
    const wasOpen = openThread(id, served.messages);
    // Who asks to be heard learns of having been read once that is accepted.
    const look = () =>
      whenShown(() => {
        if (isGone || isRequest.current) return;
        const known = messagesOf(served.messages, changeOf(id));
        void openConversation({
          id,
          upTo: newestId(known),
          isUnread: served.inbox_read === 0,
          unread,
        });
      });
    look();
    const bring = async () => {
      if (document.visibilityState !== 'visible') return;
      const came = await keepUp(id);
      if (isGone || !came) return;
      void flush();
      setNow(toWire(new Date()));
      const received = came.filter(({ message }) => message.user_id !== memberId);
      if (!received.length) return;
      announce(counted(received.length, 'new message'));
      if (!isRequest.current) void tellRead(id, newestId(came));
    };
    const ask = oneAtATime(bring);
    // A box that was hidden has heard nothing meanwhile.
    if (wasOpen) ask();
    const hear = ({ id: changed }: LiveSubject) => changed === id && ask();
    const stops = [
      onLive('messages', hear),
      onLive('typing', hear),
      onLive('marks', hear),
      onLive('missed', ask),
    ];
    const timer = setInterval(() => !isLive() && ask(), pause);
    document.addEventListener('visibilitychange', ask);
    return () => {
      isGone = true;
      for (const stop of stops) stop();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [id, isPast]);

  const isSomebodyTyping = latest.typing.length > 0;
  useEffect(() => {
    if (!isSomebodyTyping) return;
    const timer = setTimeout(() => forgetTyping(id), typingSeconds * 1_000);
    return () => clearTimeout(timer);
  }, [id, latest, isSomebodyTyping]);

  return {
    id,
    latest,
    messages,
    waiting,
    now,
    hasOlder: change?.hasOlder ?? served.has_older === 1,
    status: change?.status,
    isGone: change?.isGone === true,
  };
}
