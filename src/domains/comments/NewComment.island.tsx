import { useStore } from '@nanostores/react';
import { useLayoutEffect } from 'react';
import { readTyped } from '#lib/served-form.ts';
import { newCommentId } from './comment-address.ts';
import { CommentBox } from './CommentBox.tsx';
import { $openBoxes, writeComment } from './comments.store.ts';
import { openPhoto } from './draft-photos.store.ts';
import {
  $drafts,
  commentDraft,
  followDraft,
  openDraft,
  sendDraft,
  writeDraft,
} from './drafts.store.ts';
import type { Thread } from './ThreadComment.island.tsx';
import { useBusy } from './use-busy.ts';
import { useDraftPhoto } from './use-draft-photo.ts';

interface Props {
  thread: Thread;
  isShown: boolean;
  /** On its own page nobody asked for the box yet. */
  isAlwaysOpen: boolean;
}

/**
 * The box for a comment of one's own. Apart from the list, which is not drawn anew for each key.
 */
export function NewComment({ thread, isShown, isAlwaysOpen }: Props) {
  const { subject, total, member, calls, form } = thread;
  const draft = commentDraft(member.id, subject);
  const id = newCommentId(subject);
  const text =
    useStore($drafts, { keys: [draft], ssr: 'initial' })[draft] ?? form?.typed?.body ?? '';
  const photo = useDraftPhoto(draft);
  const isSending = useBusy(`${subject} write 0`);

  const show = () => {
    if ($openBoxes.get()[subject] === undefined) $openBoxes.setKey(subject, true);
  };
  // Before paint: a press that waited for the scripts comes right after, and needs the draft.
  useLayoutEffect(() => {
    const typed = readTyped(document.getElementById(id) as HTMLTextAreaElement | null, draft);
    // Something was begun here: it is shown, not only kept.
    if (openDraft(draft, typed) && !typed) show();
    void openPhoto(draft).then((hasPhoto) => hasPhoto && show());
    return followDraft(draft);
  }, [draft]);

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
      call={calls.createCall()}
      form={form}
      {...photo.box}
      // Opened by a press on Comment.
      autoFocus={!isAlwaysOpen && text === ''}
    />
  );
}
