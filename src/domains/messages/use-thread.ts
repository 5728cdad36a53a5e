import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { whenShown } from '#lib/when-shown.ts';
import { toWire } from '#lib/dates.ts';
import { counted } from '#lib/text.ts';
import { announce } from '#ui/toast.ts';
import { $threads, changeOf, keepUp, messagesOf, newestId } from './conversation.store.ts';
import { openConversation, tellRead } from './inbox.store.ts';
import type { Conversation } from './messages.schema.ts';
import { $waiting, flush } from './queue.store.ts';

/** While a conversation is on the screen and looked at, it is asked for what is new. */
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
  const waiting = useStore($waiting, { ssr: 'initial' }).filter(({ conversationId }) => conversationId === id);
  const [now, setNow] = useState(servedNow);
  const latest = change?.latest ?? served;
  const messages = useMemo(() => messagesOf(served.messages, change), [served, change]);
  const isRequest = useRef(false);
  isRequest.current = latest.is_request === 1;

  useEffect(() => {
    if (isPast) return;
    let isGone = false;
    let isAsking = false;
    // Who asks to be heard learns of having been read once that is accepted.
    const look = () =>
      whenShown(() => {
        if (isGone || isRequest.current) return;
        const known = messagesOf(served.messages, changeOf(id));
        void openConversation({ id, upTo: newestId(known), isUnread: served.inbox_read === 0, unread });
      });
    look();
    const ask = async () => {
      if (isAsking || document.visibilityState !== 'visible') return;
      isAsking = true;
      const came = await keepUp(id, served.messages);
      isAsking = false;
      if (isGone || !came) return;
      void flush();
      setNow(toWire(new Date()));
      const received = came.filter(({ message }) => message.user_id !== memberId);
      if (!received.length) return;
      announce(counted(received.length, 'new message'));
      if (!isRequest.current) void tellRead(id, newestId(came));
    };
    const timer = setInterval(() => void ask(), pause);
    const onReturn = () => void ask();
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      isGone = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [id, isPast]);

  return { id, latest, messages, waiting, now, hasOlder: change?.hasOlder ?? served.has_older === 1, status: change?.status };
}
