import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $reactionChanges, choose } from '#domains/reactions/reactions.store.ts';
import { useReactors } from '#domains/reactions/Reactors.island.tsx';
import { counted } from '#lib/text.ts';
import { keep, readKept } from '#lib/kept.ts';
import { useLate } from '#ui/use-late.ts';
import { CommentBox } from './CommentBox.tsx';
import { CommentItem } from './CommentItem.tsx';
import type { Comment, PlainComment } from './comments.schema.ts';
import type { Writer } from './CommentThread.island.tsx';
import { $busy, $threads, commentDraft, editComment, loadReplies, removeComment, writeComment, type CommentCalls } from './comments.store.ts';

/** What the comments of one thread share. */
export interface Thread {
  subject: string;
  total: number;
  member: Writer;
  canComment: boolean;
  calls: CommentCalls;
  now: string;
  timeZone: string;
}

interface Props {
  comment: PlainComment & Partial<Pick<Comment, 'reply_on_comment'>>;
  thread: Thread;
  /** Of a reply: answering it opens the box under the comment that it stands under. */
  onReply?: (name: string) => void;
}

export function ThreadComment({ comment, thread, onReply }: Props) {
  const { subject, total, member, canComment, calls, now, timeZone } = thread;
  const { comment_id: id, reply_on_comment: replies = [] } = comment;
  const busy = useStore($busy, { ssr: 'initial' });
  const nextReplies = useStore($threads, { keys: [subject], ssr: 'initial' })[subject]?.nextReplies[id];
  const [replyTo, setReplyTo] = useState<string>();
  const [edited, setEdited] = useState<string>();
  const [isDeleting, setDeleting] = useState(false);
  const [ConfirmDialog, needConfirmDialog] = useLate(() => import('#ui/ConfirmDialog.tsx').then((part) => part.ConfirmDialog));
  const hasMoreReplies = nextReplies !== null && comment.reply_count > replies.length;
  const isChanging = busy.has(`${subject} change ${id}`);

  const save = async () => {
    if (await editComment(subject, id, edited!, calls)) setEdited(undefined);
  };
  const remove = async () => {
    if (await removeComment(subject, id, { total, withReplies: 1 + Math.max(comment.reply_count, replies.length) }, calls)) setDeleting(false);
  };

  const actions = (
    <>
      <LikeComment comment={comment} thread={thread} />
      {canComment && (
        <button type="button" className="comment-action" onClick={() => (onReply ? onReply(comment.author_title) : setReplyTo(comment.author_title))}>
          Reply
        </button>
      )}
      {comment.edit && (
        <button type="button" className="comment-action" onClick={() => setEdited(comment.comment_body)}>
          Edit
        </button>
      )}
      {comment.delete && (
        <button type="button" className="comment-action" onClick={async () => (await needConfirmDialog()) && setDeleting(true)}>
          Delete
        </button>
      )}
    </>
  );

  return (
    <CommentItem comment={comment} now={now} timeZone={timeZone} actions={actions}>
      {edited !== undefined && (
        <CommentBox
          id={`edit-comment-${id}`}
          label="Edit your comment"
          sendLabel="Save"
          value={edited}
          onChange={setEdited}
          onSubmit={save}
          onCancel={() => setEdited(undefined)}
          busy={isChanging}
          author={member}
          isReply
          autoFocus
        />
      )}
      {replies.length > 0 && (
        <ul className="comments">
          {replies.map((reply) => (
            <ThreadComment key={reply.comment_id} comment={reply} thread={thread} onReply={setReplyTo} />
          ))}
        </ul>
      )}
      {hasMoreReplies && (
        <button type="button" className="comment-action" aria-busy={busy.has(`${subject} replies ${id}`)} onClick={() => void loadReplies(subject, id, calls)}>
          View more replies ({comment.reply_count - replies.length})
        </button>
      )}
      {!onReply && canComment && <ReplyBox parent={comment} name={replyTo} thread={thread} onOpen={setReplyTo} onDone={() => setReplyTo(undefined)} />}
      {ConfirmDialog && (
        <ConfirmDialog
          open={isDeleting}
          title="Delete comment"
          text={replies.length ? 'The comment and its replies will be gone for everyone.' : 'The comment will be gone for everyone.'}
          confirmLabel="Delete comment"
          isDanger
          busy={isChanging}
          onConfirm={remove}
          onCancel={() => setDeleting(false)}
        />
      )}
    </CommentItem>
  );
}

function LikeComment({ comment, thread }: Pick<Props, 'comment' | 'thread'>) {
  const subject = `activity_comment ${comment.comment_id}`;
  const choice = useStore($reactionChanges, { keys: [subject], ssr: 'initial' })[subject];
  const wasLiked = comment.like.isLike === 1;
  const isLiked = choice === undefined ? wasLiked : choice !== 'none';
  const count = comment.like_count + Number(isLiked) - Number(wasLiked);
  const [openLikers, likers] = useReactors((query) => thread.calls.listLikers(comment.comment_id, query));
  return (
    <>
      <button
        type="button"
        className="comment-action"
        aria-pressed={isLiked}
        onClick={() => void choose(subject, isLiked ? 'none' : 'like', (said) => thread.calls.like(comment.comment_id, said !== 'none'))}
      >
        Like
      </button>
      {count > 0 && (
        <button type="button" className="comment-action comment-likes" aria-haspopup="dialog" onClick={openLikers}>
          {counted(count, 'like')}
        </button>
      )}
      {likers}
    </>
  );
}

interface ReplyBoxProps {
  parent: PlainComment;
  /** Who is answered; the box is there while somebody is. */
  name: string | undefined;
  thread: Thread;
  onOpen: (name: string) => void;
  onDone: () => void;
}

function ReplyBox({ parent, name, thread, onOpen, onDone }: ReplyBoxProps) {
  const { subject, total, member, calls } = thread;
  const parentId = parent.comment_id;
  const draft = commentDraft(member.id, subject, parentId);
  const busy = useStore($busy, { ssr: 'initial' });
  const [text, setText] = useState('');

  useEffect(() => {
    const kept = readKept(draft);
    if (!kept) return;
    setText(kept);
    onOpen(parent.author_title);
  }, [draft]);

  const write = (next: string) => {
    setText(next);
    keep(draft, next);
  };
  const send = async () => {
    if (!(await writeComment(subject, { body: text, parentId, draft, total }, calls))) return;
    setText('');
    onDone();
  };

  if (name === undefined) return null;
  return (
    <CommentBox
      id={`reply-${parentId}`}
      label={`Reply to ${name}`}
      sendLabel="Send reply"
      value={text}
      onChange={write}
      onSubmit={send}
      onCancel={onDone}
      busy={busy.has(`${subject} write ${parentId}`)}
      author={member}
      isReply
      autoFocus={text === ''}
    />
  );
}
