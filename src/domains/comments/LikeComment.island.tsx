import { useStore } from '@nanostores/react';
import { $reactionChanges, choose } from '#domains/reactions/reactions.store.ts';
import { useReactors } from '#domains/reactions/Reactors.island.tsx';
import { pressCall } from '#lib/form-call.ts';
import { counted } from '#lib/text.ts';
import { subjectKey } from '#lib/wire-names.ts';
import type { PlainComment } from './comments.schema.ts';
import type { Thread } from './ThreadComment.island.tsx';

/** Like button and count; the count opens the list of reactors. */
export function LikeComment({ comment, thread }: { comment: PlainComment; thread: Thread }) {
  const subject = subjectKey('post_comment', comment.comment_id);
  const choice = useStore($reactionChanges, { keys: [subject], ssr: 'initial' })[subject];
  const wasLiked = comment.like.isLike === 1;
  const isLiked = choice === undefined ? wasLiked : choice !== 'none';
  const count = comment.like_count + Number(isLiked) - Number(wasLiked);
  const [openLikers, likers] = useReactors((query) =>
    thread.calls.listLikers(comment.comment_id, query),
  );
  return (
    <>
      <button
        {...pressCall(thread.calls.likeCall(comment.comment_id, !isLiked))}
        className="comment-action"
        aria-pressed={isLiked}
        disabled={!thread.canComment && !isLiked}
        onClick={(event) => {
          event.preventDefault();
          void choose(subject, isLiked ? 'none' : 'like', (choice) =>
            thread.calls.like(comment.comment_id, choice !== 'none'),
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
