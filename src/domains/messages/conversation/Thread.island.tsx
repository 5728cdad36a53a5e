import { useStore } from '@nanostores/react';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
} from 'react';
import {
  $drafts,
  followDraft,
  openDraft,
  writeDraft,
} from '#domains/comments/compose/drafts.store.ts';
import { markRead } from '#domains/messages/inbox/inbox.store.ts';
import { acceptConversation, reply } from '#domains/messages/messages.calls.ts';
import type { ConversationModel } from '#domains/messages/messages.model.ts';
import { joinNames } from '#domains/messages/messages.rules.ts';
import { openOutbox, send } from '#domains/messages/outbox/outbox.store.ts';
import { SendingMessages } from '#domains/messages/outbox/SendingMessages.island.tsx';
import { formCall, pressCall } from '#lib/form-call.ts';
import { clearIdempotencyKey, findIdempotencyKey } from '#lib/idempotency-keys.ts';
import { readTyped, type ServedForm } from '#lib/served-form.ts';
import { Button } from '#ui/Button.tsx';
import { Names } from '#ui/Names.tsx';
import { refuseStrayFiles } from '#ui/transferred-files.ts';
import { useLazy } from '#ui/use-lazy.ts';
import { acceptRequest } from './conversation-actions.store.ts';
import { loadOlder, newestId, notifyTyping, refreshThread } from './conversation.store.ts';
import { messageDraft } from './message-draft.store.ts';
import { detachPhotos } from './message-photos.store.ts';
import { MessageInput } from './MessageInput.tsx';
import { MessageLog } from './MessageLog.tsx';
import { pressedPhoto } from './MessagePhotos.tsx';
import type { ThreadPhoto } from './PhotoViewer.island.tsx';
import { useMessagePhotos } from './use-message-photos.ts';
import { useThread } from './use-thread.ts';
import './Thread.css';

export interface ThreadProps {
  served: ConversationModel;
  member: { id: number; displayname: string; avatar: string | null };
  /** Wire time. */
  now: string;
  timeZone: string;
  /** Maximum size of one photo. */
  imageMegabytes: number;
  /** Number of unread conversations, as served. */
  unread: number;
  /** An older part of the conversation, up to a message found by a search. */
  isPast?: boolean;
  foundId?: number;
  /** Server-rendered state of the message form. */
  form?: ServedForm;
}

/** The messages of a conversation, newest at the bottom, and the message input. */
export function Thread({
  served,
  member,
  now: servedNow,
  timeZone,
  imageMegabytes,
  unread,
  isPast = false,
  foundId,
  form,
}: ThreadProps) {
  const { id, latest, messages, pending, now, hasOlder, status, isDeleted } = useThread({
    memberId: member.id,
    served,
    servedNow,
    unread,
    isPast,
  });
  const draft = messageDraft(member.id, id);
  const text =
    useStore($drafts, { keys: [draft], ssr: 'initial' })[draft] ?? form?.typed?.body ?? '';
  const photos = useMessagePhotos(draft, imageMegabytes);
  const threadPhotos = useMemo(
    () =>
      messages.flatMap(({ id: messageId, photos: sent, author }) =>
        sent.map((photo) => ({ ...photo, from: author.name, messageId })),
      ),
    [messages],
  );
  const [viewed, setViewed] = useState<{ photos: ThreadPhoto[]; start: number }>();
  const [PhotoViewer, need] = useLazy(() =>
    import('./PhotoViewer.island.tsx').then((part) => part.PhotoViewer),
  );
  const log = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const inputId = `conversation-${id}-text`;
  const names = joinNames(latest.participants.map(({ name }) => name));
  const writing = latest.participants.filter((one) => latest.typing.includes(one.id));

  // Before paint: replayed early presses come right after and need outbox and draft.
  const restore = useEffectEvent(() => {
    openOutbox(member.id);
    openDraft(
      draft,
      readTyped(document.getElementById(inputId) as HTMLTextAreaElement | null, draft),
    );
  });
  useLayoutEffect(() => {
    restore();
    return followDraft(draft);
  }, [draft]);

  const oldest = served.messages;
  useEffect(() => {
    if (!hasOlder || status) return;
    const watch = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && void loadOlder(id, oldest),
      { root: log.current, rootMargin: '400px 0px 0px' },
    );
    watch.observe(top.current!);
    return () => watch.disconnect();
  }, [id, hasOlder, status, oldest, messages.length]);

  useEffect(refuseStrayFiles, []);

  const press = (event: MouseEvent) => {
    const index =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
        ? pressedPhoto(event.target, threadPhotos)
        : undefined;
    if (index === undefined) return;
    event.preventDefault();
    const pressed = threadPhotos[index]!;
    // In a request only the pressed message's photos: paging must not load others nobody uncovered.
    const shown = latest.isRequest
      ? threadPhotos.filter(({ messageId }) => messageId === pressed.messageId)
      : threadPhotos;
    void need().then(
      (isThere) => isThere && setViewed({ photos: shown, start: shown.indexOf(pressed) }),
    );
  };
  const submit = () => {
    // Reads the store, not the render: an early press comes before the restored text is rendered.
    const words = ($drafts.get()[draft] ?? '').trim();
    const sentPhotos = detachPhotos(draft);
    if (!words && !sentPhotos.length) return;
    send(id, words, sentPhotos, sentPhotos.length ? undefined : findIdempotencyKey(draft, words));
    clearIdempotencyKey(draft);
    writeDraft(draft, '');
    log.current?.scrollTo({ top: 0 });
  };
  const accept = async () => {
    if (!(await acceptRequest(id))) return;
    // The accepted conversation is on the screen, so it is not unread in the inbox.
    await markRead(id, newestId(messages));
    await refreshThread(id);
  };

  const renderBottom = () => {
    if (isDeleted) {
      return (
        <div className="talk-bar">
          <p>You have deleted this conversation.</p>
          <Button size="small" href="/messages">
            All messages
          </Button>
        </div>
      );
    }
    if (isPast) {
      return (
        <div className="talk-bar">
          <p>These are older messages.</p>
          <Button size="small" href={`/messages/${id}`}>
            Newest messages
          </Button>
        </div>
      );
    }
    if (latest.canReply) {
      return (
        <MessageInput
          id={inputId}
          value={text}
          label={`Write to ${names}`}
          people={latest.participants.map((one) => ({ ...one, written: one.name }))}
          photos={photos}
          onChange={(next) => {
            writeDraft(draft, next);
            if (next.trim()) notifyTyping(id);
          }}
          onSubmit={submit}
          call={formCall(reply, { id })}
          form={form}
        />
      );
    }
    return (
      <div className="talk-bar">
        <p>
          {latest.isLocked
            ? 'This conversation is closed.'
            : 'You cannot reply to this conversation.'}
        </p>
      </div>
    );
  };

  return (
    <div className="talk">
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- presses on links inside */}
      <div
        ref={log}
        className="talk-log"
        role="log"
        aria-label={`Messages with ${names}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys
        tabIndex={0}
        onClick={press}
      >
        <div className="talk-messages">
          <div ref={top} className="talk-older">
            {hasOlder && status === 'older failed' && (
              <Button size="small" onClick={() => void loadOlder(id, served.messages)}>
                Older messages could not be loaded. Try again
              </Button>
            )}
            {hasOlder && !status && messages[0] && (
              <noscript>
                <a href={`/messages/${id}?before=${messages[0].id}`}>Older messages</a>
              </noscript>
            )}
            {status === 'loading older' && <span role="status">Loading...</span>}
          </div>
          <MessageLog
            messages={messages}
            memberId={member.id}
            now={now}
            timeZone={timeZone}
            receipts={latest.receipts}
            people={latest.participants}
            isRequest={latest.isRequest}
            {...(foundId ? { foundId } : {})}
          />
          <SendingMessages pending={pending} member={member} timeZone={timeZone} />
          <p className="talk-typing" role="status">
            {writing.length > 0 && (
              <>
                <span className="talk-dots" aria-hidden="true">
                  <i />
                  <i />
                  <i />
                </span>
                <Names names={writing.map(({ name }) => name)} />
                {writing.length === 1 ? ' is typing' : ' are typing'}
              </>
            )}
          </p>
        </div>
      </div>
      {latest.isRequest && (
        <div className="talk-bar">
          <p>
            You are not friends. If you reply or accept, this conversation moves to your inbox.
            Until then nobody sees that you have read it.
          </p>
          <Button
            {...pressCall(formCall(acceptConversation, { id }))}
            size="small"
            variant="primary"
            onClick={(event: MouseEvent) => {
              event.preventDefault();
              void accept();
            }}
          >
            Accept
          </Button>
        </div>
      )}
      {renderBottom()}
      {viewed && PhotoViewer && <PhotoViewer {...viewed} onClose={() => setViewed(undefined)} />}
    </div>
  );
}
