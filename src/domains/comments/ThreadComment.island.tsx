import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { memo, useEffect, useState } from 'react';
import { Menu, type MenuEntry } from '#ui/Menu.tsx';
import { useLate } from '#ui/use-late.ts';
import { CommentItem } from './CommentItem.tsx';
import type { Comment, PlainComment } from './comments.schema.ts';
import { loadReplies, removeComment, type CommentCalls } from './comments.store.ts';
import { editDraft, openDraft, writeDraft } from './drafts.store.ts';
import { EditBox } from './EditBox.island.tsx';
import { LikeComment } from './LikeComment.island.tsx';
import { ReplyBox } from './ReplyBox.island.tsx';
import { isOnItsWay, type Writer } from './thread.rules.ts';
import { useBusy } from './use-busy.ts';

/** What the comments of one thread share: the same object from one drawing to the next. */
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
}

interface Props {
  comment: PlainComment & Partial<Pick<Comment, 'reply_on_comment'>>;
  thread: Thread;
  hasAllReplies?: boolean;
  /** Of a reply: answering it opens the box under the comment that it stands under. */
  onReply?: (name: string) => void;
}

/** memo, because a thread may be a thousand of them. */
export const ThreadComment = memo(function ThreadComment({ comment, thread, hasAllReplies = false, onReply }: Props) {
  const { subject, total, member, canComment, calls, now, timeZone, onRemoved } = thread;
  const { comment_id: id, reply_on_comment: replies = [] } = comment;
  const [replyTo, setReplyTo] = useState<string>();
  const [isEditing, setEditing] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [ConfirmDialog, needConfirmDialog] = useLate(() => import('#ui/ConfirmDialog.tsx').then((part) => part.ConfirmDialog));
  const isLoading = useBusy(`${subject} replies ${id}`);
  const draft = comment.edit && editDraft(member.id, id);

  useEffect(() => {
    if (draft && openDraft(draft)) setEditing(true);
  }, [draft]);

  const edit = () => {
    if (!openDraft(draft!)) writeDraft(draft!, comment.comment_body);
    setEditing(true);
  };
  const remove = () => {
    setDeleting(false);
    onRemoved();
    void removeComment(subject, id, { total, withReplies: 1 + Math.max(comment.reply_count, replies.length) }, calls);
  };

  if (isOnItsWay(comment)) return <CommentItem comment={comment} actions={<span role="status">Sending…</span>} />;

  const actions = (
    <>
      <LikeComment comment={comment} thread={thread} />
      {canComment && (
        <button type="button" className="comment-action" onClick={() => (onReply ?? setReplyTo)(comment.author_title)}>
          Reply
        </button>
      )}
    </>
  );
  const entries: MenuEntry[] = [
    ...(comment.edit ? [{ label: 'Edit', icon: <Pencil aria-hidden="true" />, onSelect: edit }] : []),
    ...(comment.delete ? [{ label: 'Delete', icon: <Trash2 aria-hidden="true" />, isDanger: true, onSelect: async () => (await needConfirmDialog()) && setDeleting(true) }] : []),
  ];
  const menu = entries.length > 0 && <Menu id={`comment-menu-${id}`} label="Comment options" icon={<Ellipsis aria-hidden="true" />} entries={entries} isLate />;

  return (
    <CommentItem comment={comment} now={now} timeZone={timeZone} actions={actions} menu={menu}>
      {isEditing && <EditBox comment={comment} thread={thread} onOpen={() => setEditing(true)} onDone={() => setEditing(false)} />}
      {replies.length > 0 && (
        <ul className="comments">
          {replies.map((reply) => (
            <ThreadComment key={reply.comment_id} comment={reply} thread={thread} onReply={setReplyTo} />
          ))}
        </ul>
      )}
      {!hasAllReplies && comment.reply_count > replies.length && (
        <button type="button" className="comment-action" aria-busy={isLoading} onClick={() => void loadReplies(subject, id, calls)}>
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
          onConfirm={remove}
          onCancel={() => setDeleting(false)}
        />
      )}
    </CommentItem>
  );
});
