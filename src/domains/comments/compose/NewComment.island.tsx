import { useStore } from '@nanostores/react';
import { useLayoutEffect } from 'react';
import { newCommentId } from '#domains/comments/comment-address.ts';
import { writeComment } from '#domains/comments/comments.store.ts';
import type { Thread } from '#domains/comments/thread/ThreadComment.island.tsx';
import { $openBoxes } from '#domains/comments/thread/threads.store.ts';
import { readTyped } from '#lib/served-form.ts';
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
  thread: Thread;
  isShown: boolean;
  /** On the comment's own page nobody has opened the box yet. */
  isAlwaysOpen: boolean;
}

/** The box for a new comment. Separate from the list, which must not render on each key press. */
export function NewComment({ thread, isShown, isAlwaysOpen }: Props) {
  const { subject, total, member, calls, form } = thread;
  const draft = commentDraft(member.id, subject);
  const id = newCommentId(subject);
  const text =
    useStore($drafts, { keys: [draft], ssr: 'initial' })[draft] ?? form?.typed?.body ?? '';
  const photo = useDraftPhoto(draft);
  const isSending = useBusy(`${subject} write 0`);

  // Before paint: a press that waited for the scripts is replayed right after and needs the draft.
  useLayoutEffect(() => {
    const show = () => {
      if ($openBoxes.get()[subject] === undefined) $openBoxes.setKey(subject, true);
    };
    const typed = readTyped(document.getElementById(id) as HTMLTextAreaElement | null, draft);
    // A stored draft opens the box.
    if (openDraft(draft, typed) && !typed) show();
    void openPhoto(draft).then((hasPhoto) => hasPhoto && show());
    return followDraft(draft);
  }, [draft, id, subject]);

  if (!isShown) return null;
  return (
    <CommentBox
      id={id}
      value={text}
      onChange={(next) => writeDraft(draft, next)}
      onSubmit={() =>
        void sendDraft(draft, (body, chosen) =>
          writeComment(subject, { body, photo: chosen, draft, total, author: member }, calls),
        )
      }
      busy={isSending}
      author={member}
      subject={subject}
      call={calls.createCall()}
      form={form}
      {...photo.box}
      // Opened by a press on Comment.
      autoFocus={!isAlwaysOpen && text === ''}
    />
  );
}
