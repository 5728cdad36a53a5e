import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { markRead, openConversation } from '#domains/messages/inbox/inbox.store.ts';
import type { ConversationModel } from '#domains/messages/messages.model.ts';
import { typingSeconds } from '#domains/messages/messages.rules.ts';
import { $outbox, flush } from '#domains/messages/outbox/outbox.store.ts';
import { toWire } from '#lib/dates.ts';
import { isLive, onLive, type LiveSubject } from '#lib/live-events.ts';
import { oneAtATime } from '#lib/one-at-a-time.ts';
import { counted } from '#lib/text.ts';
import { whenShown } from '#lib/when-shown.ts';
import { announce } from '#ui/toast.ts';
import {
  $threads,
  forgetTyping,
  getChange,
  mergeMessages,
  newestId,
  openThread,
  refreshThread,
} from './conversation.store.ts';

/** Polling interval of a visible conversation without a live stream, in milliseconds. */
const pollInterval = 4_000;

interface Options {
  memberId: number;
  served: ConversationModel;
  servedNow: string;
  unread: number;
  /** An older part of the conversation, to which nothing is appended. */
  isPast: boolean;
}

/** Current state of a conversation: served, new and pending messages. */
export function useThread({ memberId, served, servedNow, unread, isPast }: Options) {
  const { id } = served;
  const change = useStore($threads, { keys: [id], ssr: 'initial' })[id];
  const pending = useStore($outbox, { ssr: 'initial' }).filter(
    ({ conversationId }) => conversationId === id,
  );
  const [now, setNow] = useState(servedNow);
  const latest = change?.latest ?? served;
  const messages = useMemo(() => mergeMessages(served.messages, change), [served, change]);
  const isRequest = useRef(false);
  isRequest.current = latest.isRequest;

  const openServed = useEffectEvent(() => openThread(id, served.messages));
  const markOpened = useEffectEvent(() => {
    const known = mergeMessages(served.messages, getChange(id));
    void openConversation({
      id,
      upTo: newestId(known),
      isUnread: !served.isRead,
      unread,
    });
  });

  useEffect(() => {
    if (isPast) return;
    let isStopped = false;
    const wasOpen = openServed();
    // A request is marked as read only once it is accepted.
    whenShown(() => {
      if (!isStopped && !isRequest.current) markOpened();
    });
    const refresh = async () => {
      if (document.visibilityState !== 'visible') return;
      const newMessages = await refreshThread(id);
      if (isStopped || !newMessages) return;
      void flush();
      setNow(toWire(new Date()));
      const received = newMessages.filter(({ authorId }) => authorId !== memberId);
      if (!received.length) return;
      announce(counted(received.length, 'new message'));
      if (!isRequest.current) void markRead(id, newestId(newMessages));
    };
    const refreshOnce = oneAtATime(refresh);
    // A collapsed dock has missed events.
    if (wasOpen) refreshOnce();
    const onChange = ({ id: changed }: LiveSubject) => changed === id && refreshOnce();
    const stops = [
      onLive('messages', onChange),
      onLive('typing', onChange),
      onLive('marks', onChange),
      onLive('missed', refreshOnce),
    ];
    const timer = setInterval(() => !isLive() && refreshOnce(), pollInterval);
    document.addEventListener('visibilitychange', refreshOnce);
    return () => {
      isStopped = true;
      for (const stop of stops) stop();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refreshOnce);
    };
  }, [id, isPast, memberId]);

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
    pending,
    now,
    hasOlder: change?.hasOlder ?? served.hasOlder,
    status: change?.status,
    isDeleted: change?.isDeleted === true,
  };
}
