import { Send } from 'lucide';
import { useRef, useState } from 'react';
import { hasRoomForDock, openDock } from '#domains/messages/chat-dock/chat-dock.store.ts';
import { MessagePhotoFields } from '#domains/messages/conversation/PhotosDialog.tsx';
import { useMessagePhotos } from '#domains/messages/conversation/use-message-photos.ts';
import { maxRecipients, messageLength, titleLength } from '#domains/messages/messages.rules.ts';
import type { DraftTag } from '#domains/posts/composer/draft.rules.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { EmojiButton } from '#ui/EmojiButton.tsx';
import { Field } from '#ui/Field.tsx';
import { toastOnNextScreen } from '#ui/flash-toast.ts';
import { Icon } from '#ui/Icon.tsx';
import { toast } from '#ui/toast.ts';
import { useStoredState } from '#ui/use-stored-state.ts';
import {
  emptyForm,
  findFormProblems,
  searchRecipients,
  sendMessage,
  type MessageForm,
} from './compose.store.ts';
import { RecipientPicker } from './RecipientPicker.tsx';
import './ComposeDialog.css';

interface Props {
  memberId: number;
  imageMegabytes: number;
  /** The recipient to start with. */
  to?: DraftTag;
  onClose: () => void;
}

/**
 * Dialog for a new conversation: recipients, title and message. Closing it keeps the draft; sending
 * opens the conversation.
 */
export function ComposeDialog({ memberId, imageMegabytes, to, onClose }: Props) {
  const [form, write, forget] = useStoredState<MessageForm>(
    `new message:${memberId}:${to?.id ?? ''}`,
    {
      ...emptyForm,
      to: to ? [to] : [],
    },
  );
  const [problems, setProblems] = useState<ReturnType<typeof findFormProblems>>({});
  const [refusal, setRefusal] = useState('');
  const [isBusy, setBusy] = useState(false);
  /** Upload progress of the photos, while the upload can be cancelled. */
  const [percent, setPercent] = useState<number>();
  const sending = useRef<AbortController>(undefined);
  const photos = useMessagePhotos(`draft:${memberId}:new message ${to?.id ?? ''}`, imageMegabytes);
  const body = useRef<HTMLTextAreaElement>(null);
  const change = (parts: Partial<MessageForm>) => {
    write({ ...form, ...parts });
    setProblems(Object.fromEntries(Object.entries(problems).filter(([name]) => !(name in parts))));
  };

  const submit = async () => {
    if (isBusy) return;
    const missing = findFormProblems(form, photos.photos.length);
    setProblems(missing);
    setRefusal('');
    if (Object.keys(missing).length) return;
    setBusy(true);
    sending.current = new AbortController();
    const answer = await sendMessage(form, photos.photos, {
      signal: sending.current.signal,
      onProgress: (sent) => setPercent(sent < 100 ? sent : undefined),
    });
    setPercent(undefined);
    setBusy(false);
    if ('problem' in answer) return setRefusal(answer.problem);
    forget();
    for (const { id } of photos.photos) photos.onRemove(id);
    onClose();
    if (hasRoomForDock()) {
      toast.success('Message sent!');
      openDock(answer.conversationId);
    } else {
      toastOnNextScreen('Message sent!');
      location.assign(`/messages/${answer.conversationId}`);
    }
  };

  const footer = (
    <>
      {percent !== undefined && (
        <span className="compose-progress">
          <progress max={100} value={percent} aria-label="Uploading photos" />
          {`Uploading ${percent}%`}
        </span>
      )}
      <Button onClick={percent === undefined ? onClose : () => sending.current?.abort()}>
        {percent === undefined ? 'Cancel' : 'Cancel upload'}
      </Button>
      <Button
        variant="primary"
        icon={<Icon of={Send} />}
        busy={isBusy}
        onClick={() => void submit()}
      >
        Send
      </Button>
    </>
  );
  return (
    <Dialog title="New message" open onClose={onClose} footer={footer}>
      <div className="compose">
        {refusal && (
          <p className="notice notice-bad" role="alert">
            {refusal}
          </p>
        )}
        <RecipientPicker
          chosen={form.to}
          max={maxRecipients}
          onChange={(chosen) => change({ to: chosen })}
          search={searchRecipients}
          problem={problems.to}
        />
        <Field
          label="Title"
          name="title"
          id="compose-title"
          maxLength={titleLength}
          value={form.title}
          error={problems.title ?? null}
          onChange={(event) => change({ title: event.currentTarget.value })}
          dir="auto"
        />
        <div className="compose-body">
          <Field
            multiline
            label="Message"
            name="body"
            id="compose-body"
            ref={body}
            rows={5}
            maxLength={messageLength}
            value={form.body}
            error={problems.body ?? null}
            onChange={(event) => change({ body: event.currentTarget.value })}
            dir="auto"
            aside={<EmojiButton id="compose-emoji" field={body} />}
          />
        </div>
        <MessagePhotoFields {...photos} />
      </div>
    </Dialog>
  );
}
