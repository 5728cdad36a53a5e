import { useStore } from '@nanostores/react';
import type { PlainCommentModel } from '#domains/comments/comments.model.ts';
import { $reactionChanges, choose } from '#domains/reactions/reactions.store.ts';
import { useReactors } from '#domains/reactions/Reactors.island.tsx';
import { pressCall } from '#lib/form-call.ts';
import { counted } from '#lib/text.ts';
import { subjectKey } from '#lib/wire-names.ts';
import type { Thread } from './ThreadComment.island.tsx';

/** Like button and count; the count opens the list of reactors. */
export function LikeComment({ comment, thread }: { comment: PlainCommentModel; thread: Thread }) {
  const subject = subjectKey('post_comment', comment.id);
  const choice = useStore($reactionChanges, { keys: [subject], ssr: 'initial' })[subject];
  const wasLiked = comment.isLiked;
  const isLiked = choice === undefined ? wasLiked : choice !== 'none';
  const count = comment.likeCount + Number(isLiked) - Number(wasLiked);
  const [openLikers, likers] = useReactors((query) => thread.calls.listLikers(comment.id, query));
  return (
    <>
      <button
        {...pressCall(thread.calls.likeCall(comment.id, !isLiked))}
        className="comment-action"
        aria-pressed={isLiked}
        disabled={!thread.canComment && !isLiked}
        onClick={(event) => {
          event.preventDefault();
          void choose(subject, isLiked ? 'none' : 'like', (choice) =>
            thread.calls.like(comment.id, choice !== 'none'),
          );
        }}
      >
        Like
      </button>
      {count > 0 && (
        <button
          type="button"
          className="comment-action comment-likes"
          aria-haspopup="dialog"
          onClick={openLikers}
        >
          {counted(count, 'like')}
        </button>
      )}
      {likers}
    </>
  );
}
