import { useStore } from '@nanostores/react';
import { memo, useEffect, useState } from 'react';
import { commentOptionsPath } from '#domains/comments/comment-address.ts';
import type { CommentCalls } from '#domains/comments/comment-calls.ts';
import type { CommentModel, PlainCommentModel } from '#domains/comments/comments.model.ts';
import { $uploads, removeComment } from '#domains/comments/comments.store.ts';
import { editDraft, openDraft, writeDraft } from '#domains/comments/compose/drafts.store.ts';
import { EditBox } from '#domains/comments/compose/EditBox.island.tsx';
import { ReplyBox } from '#domains/comments/compose/ReplyBox.island.tsx';
import { useBusy } from '#domains/comments/compose/use-busy.ts';
import { pressTo } from '#lib/form-call.ts';
import type { ServedForm } from '#lib/served-form.ts';
import { CommentItem } from './CommentItem.tsx';
import { CommentMenu } from './CommentMenu.island.tsx';
import { LikeComment } from './LikeComment.island.tsx';
import { isPending, type Writer } from './thread.rules.ts';
import { loadReplies } from './threads.store.ts';

/** Props shared by the comments of one thread; a stable object. */
export interface Thread {
  subject: string;
  /** As served. */
  total: number;
  member: Writer;
  canComment: boolean;
  calls: CommentCalls;
  now: string;
  timeZone: string;
  onRemoved: () => void;
  /** Id of the box for a new comment, if the server drew it. */
  form?: ServedForm | undefined;
}

interface Props {
  comment: PlainCommentModel & Partial<Pick<CommentModel, 'replies'>>;
  thread: Thread;
  hasAllReplies?: boolean;
  /** Opens the reply box under the top-level comment; set for replies. */
  onReply?: (name: string) => void;
}

/** Memoized, because a thread may have a thousand of them. */
export const ThreadComment = memo(function ThreadComment({
  comment,
  thread,
  hasAllReplies = false,
  onReply,
}: Props) {
  const { subject, total, member, canComment, calls, now, timeZone, onRemoved } = thread;
  const { id, replies = [] } = comment;
  const [replyTo, setReplyTo] = useState<string>();
  const [isEditing, setEditing] = useState(false);
  const isLoading = useBusy(`${subject} replies ${id}`);
  const draft = comment.mayEdit ? editDraft(member.id, id) : undefined;

  useEffect(() => {
    if (draft && openDraft(draft)) setEditing(true);
  }, [draft]);

  const edit = () => {
    if (!openDraft(draft!)) writeDraft(draft!, comment.body);
    setEditing(true);
  };
  const remove = () => {
    onRemoved();
    void removeComment(
      subject,
      id,
      { total, withReplies: 1 + Math.max(comment.replyCount, replies.length) },
      calls,
    );
  };

  if (isPending(comment))
    return <CommentItem comment={comment} now={now} actions={<Sending id={id} />} />;

  const actions = (
    <>
      <LikeComment comment={comment} thread={thread} />
      {canComment && (
        <button
          {...pressTo(`${commentOptionsPath(id)}#reply`)}
          className="comment-action"
          onClick={(event) => {
            event.preventDefault();
            (onReply ?? setReplyTo)(comment.author.name);
          }}
        >
          Reply
        </button>
      )}
    </>
  );
  const menu = (
    <CommentMenu
      comment={comment}
      isOwn={comment.author.id === member.id}
      hasReplies={replies.length > 0}
      onEdit={edit}
      onRemove={remove}
    />
  );

  return (
    <CommentItem comment={comment} now={now} timeZone={timeZone} actions={actions} menu={menu}>
      {isEditing && (
        <EditBox
          comment={comment}
          thread={thread}
          onOpen={() => setEditing(true)}
          onDone={() => setEditing(false)}
        />
      )}
      {replies.length > 0 && (
        <ul className="comments">
          {replies.map((reply) => (
            <ThreadComment key={reply.id} comment={reply} thread={thread} onReply={setReplyTo} />
          ))}
        </ul>
      )}
      {!hasAllReplies && comment.replyCount > replies.length && (
        <button
          type="button"
          className="comment-action"
          aria-busy={isLoading}
          onClick={() => void loadReplies(subject, id, calls)}
        >
          View more replies ({comment.replyCount - replies.length})
        </button>
      )}
      {!onReply && canComment && (
        <ReplyBox
          parent={comment}
          name={replyTo}
          thread={thread}
          onOpen={setReplyTo}
          onDone={() => setReplyTo(undefined)}
        />
      )}
    </CommentItem>
  );
});

/** Progress of a pending comment; an upload can be cancelled until the whole photo is sent. */
function Sending({ id }: { id: number }) {
  const upload = useStore($uploads, { keys: [id], ssr: 'initial' })[id];
  const isLeaving = upload !== undefined && upload.percent < 100;
  return (
    <>
      <span role="status">Sending…</span>
      {isLeaving && (
        <>
          <progress
            className="comment-progress"
            max={100}
            value={upload.percent}
            aria-label="Photo sent"
          />
          <button type="button" className="comment-action" onClick={upload.cancel}>
            Cancel
          </button>
        </>
      )}
    </>
  );
}
