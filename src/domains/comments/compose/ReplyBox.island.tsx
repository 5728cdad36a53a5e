import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent } from 'react';
import type { PlainCommentModel } from '#domains/comments/comments.model.ts';
import { writeComment } from '#domains/comments/comments.store.ts';
import type { Thread } from '#domains/comments/thread/ThreadComment.island.tsx';
import { isolate } from '#lib/names.ts';
import { CommentBox } from './CommentBox.tsx';
import { openPhoto } from './draft-photos.store.ts';
import {
  $drafts,
  commentDraft,
  followDraft,
  openDraft,
  sendDraft,
  writeDraft,
} from './drafts.store.ts';
import { useBusy } from './use-busy.ts';
import { useDraftPhoto } from './use-draft-photo.ts';

interface Props {
  parent: PlainCommentModel;
  /** The author being replied to; the box is open while set. */
  name: string | undefined;
  thread: Thread;
  onOpen: (name: string) => void;
  onDone: () => void;
}

export function ReplyBox({ parent, name, thread, onOpen, onDone }: Props) {
  const { subject, total, member, calls } = thread;
  const parentId = parent.id;
  const draft = commentDraft(member.id, subject, parentId);
  const text = useStore($drafts, { keys: [draft], ssr: 'initial' })[draft] ?? '';
  const photo = useDraftPhoto(draft);
  const isSending = useBusy(`${subject} write ${parentId}`);

  const restore = useEffectEvent(() => {
    if (openDraft(draft)) onOpen(parent.author.name);
    void openPhoto(draft).then((hasPhoto) => hasPhoto && onOpen(parent.author.name));
  });
  useEffect(() => {
    restore();
    return followDraft(draft);
  }, [draft]);

  const send = async () => {
    const answered = name!;
    onDone();
    const isSent = await sendDraft(draft, (body, chosen) =>
      writeComment(subject, { body, photo: chosen, parentId, draft, total, author: member }, calls),
    );
    if (!isSent) onOpen(answered);
  };

  if (name === undefined) return null;
  return (
    <CommentBox
      id={`reply-${parentId}`}
      label={`Reply to ${isolate(name)}`}
      sendLabel="Send reply"
      value={text}
      onChange={(next) => writeDraft(draft, next)}
      onSubmit={() => void send()}
      onCancel={onDone}
      busy={isSending}
      author={member}
      subject={subject}
      call={calls.createCall(parentId)}
      {...photo.box}
      isReply
      autoFocus={text === ''}
    />
  );
}
