import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { keep, readKept } from '#lib/kept.ts';
import { Button } from '#ui/Button.tsx';
import { CommentBox } from './CommentBox.tsx';
import type { Comment, PlainComment } from './comments.schema.ts';
import { $busy, $openBoxes, $threads, commentDraft, loadMore, unchanged, writeComment, type CommentCalls, type ThreadChanges } from './comments.store.ts';
import { mergeComments, mergeReplies, remainingComments } from './thread.rules.ts';
import { ThreadComment } from './ThreadComment.island.tsx';
import './CommentThread.css';

export interface Writer {
  id: number;
  displayname: string;
  avatar: string | null;
}

export interface CommentThreadProps {
  /** Such as 'activity_action 42'. */
  subject: string;
  /** What came with the screen: a page, or only the newest one. */
  served: Comment[];
  /** The page to ask for after that, null when it was all. */
  next: number | null;
  /** Replies included. */
  total: number;
  canComment: boolean;
  /** The box is there without a press on Comment. */
  isOpen?: boolean;
  member: Writer;
  calls: CommentCalls;
  now: string;
  timeZone: string;
}

/** The thread as it is now: what was served and what changed since. */
function present(served: Comment[], { loaded, created, replies, bodies, removed }: ThreadChanges): Comment[] {
  const isThere = ({ comment_id }: PlainComment) => !removed.includes(comment_id);
  const withBody = <C extends PlainComment>(comment: C): C => ({ ...comment, comment_body: bodies[comment.comment_id] ?? comment.comment_body });
  return mergeComments(served, loaded, created)
    .filter(isThere)
    .map((comment) => ({
      ...withBody(comment),
      reply_on_comment: mergeReplies(comment.reply_on_comment, replies[comment.comment_id] ?? []).filter(isThere).map(withBody),
    }));
}

/** Comments of one subject, newest first, with the box to write one. */
export function CommentThread(props: CommentThreadProps) {
  const { subject, served, next, total: servedTotal, canComment, member, calls, now, timeZone } = props;
  const changes = useStore($threads, { keys: [subject], ssr: 'initial' })[subject] ?? unchanged;
  const isBoxOpen = useStore($openBoxes, { keys: [subject], ssr: 'initial' })[subject] ?? props.isOpen ?? false;
  const busy = useStore($busy, { ssr: 'initial' });
  const draft = commentDraft(member.id, subject);
  const boxId = `comment-${subject.replace(' ', '-')}`;
  const [text, setText] = useState('');
  const [isShort, setShort] = useState(false);

  useEffect(() => {
    // Words typed before this page woke up count more than the kept ones.
    const typed = (document.getElementById(boxId) as HTMLTextAreaElement | null)?.value;
    if (typed) return write(typed);
    const kept = readKept(draft);
    if (!kept) return;
    setText(kept);
    // Something was begun here: it is shown, not only kept.
    if ($openBoxes.get()[subject] === undefined) $openBoxes.setKey(subject, true);
  }, [draft]);

  const total = changes.total ?? servedTotal;
  const all = present(served, changes);
  const first = all.filter(({ comment_id }) => [...served, ...changes.created].some((known) => known.comment_id === comment_id));
  const shown = isShort ? first : all;
  const { next: page = next } = changes;
  const remaining = remainingComments(total, all);

  const write = (text: string) => {
    setText(text);
    keep(draft, text);
  };
  const send = async () => {
    if (await writeComment(subject, { body: text, draft, total }, calls)) setText((current) => (current === text ? '' : current));
  };

  if (!isBoxOpen && !all.length && page === null) return null;
  return (
    <section className="thread" aria-label="Comments">
      {isBoxOpen && canComment && (
        <CommentBox
          id={boxId}
          value={text}
          onChange={write}
          onSubmit={send}
          busy={busy.has(`${subject} write 0`)}
          author={member}
          // Opened by a press on Comment; on its own page nobody asked for it yet.
          autoFocus={!props.isOpen && text === ''}
        />
      )}
      {shown.length > 0 && (
        <ul className="comments">
          {shown.map((comment) => (
            <ThreadComment key={comment.comment_id} comment={comment} thread={{ subject, total, member, canComment, calls, now, timeZone }} />
          ))}
        </ul>
      )}
      {(page !== null || all.length > first.length) && (
        <div className="thread-more">
          {page !== null && (
            <Button
              variant="quiet"
              size="small"
              busy={busy.has(`${subject} list`)}
              onClick={async () => {
                if (await loadMore(subject, next, calls)) setShort(false);
              }}
            >
              View more comments{remaining > 0 && ` (${remaining})`}
            </Button>
          )}
          {all.length > first.length && (
            <Button variant="quiet" size="small" onClick={() => setShort(!isShort)}>
              {isShort ? 'Show all comments' : 'Show fewer comments'}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
