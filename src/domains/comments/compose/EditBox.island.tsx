import { useStore } from '@nanostores/react';
import type { PlainCommentModel } from '#domains/comments/comments.model.ts';
import { editComment } from '#domains/comments/comments.store.ts';
import type { Thread } from '#domains/comments/thread/ThreadComment.island.tsx';
import { CommentBox } from './CommentBox.tsx';
import { $drafts, clearDraft, editDraft, sendDraft, writeDraft } from './drafts.store.ts';
import { useBusy } from './use-busy.ts';

interface Props {
  comment: PlainCommentModel;
  thread: Thread;
  onOpen: () => void;
  onDone: () => void;
}

/** Edits an own comment. Cancelling discards the draft; anything else keeps it. */
export function EditBox({ comment, thread, onOpen, onDone }: Props) {
  const { subject, member, calls } = thread;
  const id = comment.id;
  const draft = editDraft(member.id, id);
  const text = useStore($drafts, { keys: [draft], ssr: 'initial' })[draft] ?? '';
  const isChanging = useBusy(`${subject} change ${id}`);

  const save = async () => {
    onDone();
    if (await sendDraft(draft, (body) => editComment(subject, id, body, calls))) clearDraft(draft);
    else onOpen();
  };
  const cancel = () => {
    clearDraft(draft);
    onDone();
  };

  return (
    <CommentBox
      id={`edit-comment-${id}`}
      label="Edit your comment"
      sendLabel="Save"
      value={text}
      onChange={(next) => writeDraft(draft, next)}
      onSubmit={() => void save()}
      onCancel={cancel}
      busy={isChanging}
      author={member}
      isReply
      autoFocus
    />
  );
}
