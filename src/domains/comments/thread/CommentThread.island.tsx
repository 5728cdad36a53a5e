import { useStore } from '@nanostores/react';
import { useMemo, useRef, useState } from 'react';
import type { CommentCalls } from '#domains/comments/comment-calls.ts';
import type { CommentModel } from '#domains/comments/comments.model.ts';
import { NewComment } from '#domains/comments/compose/NewComment.island.tsx';
import { useBusy } from '#domains/comments/compose/use-busy.ts';
import { $blocked } from '#domains/policy/blocks.store.ts';
import type { ServedForm } from '#lib/served-form.ts';
import { Button } from '#ui/Button.tsx';
import {
  isPending,
  nextPage,
  presentThread,
  remainingComments,
  unchanged,
  type Writer,
} from './thread.rules.ts';
import { ThreadComment, type Thread } from './ThreadComment.island.tsx';
import { $openBoxes, $threads, loadMore } from './threads.store.ts';
import { useLiveThread } from './use-live-thread.ts';
import './CommentThread.css';

export interface CommentThreadProps {
  /** Written by `subjectKey`. */
  subject: string;
  /** Comments served with the screen: a page, or only the newest one. */
  served: CommentModel[];
  /** The page to load after the served ones, null if that was all. */
  next: number | null;
  /** Replies included. */
  total: number;
  canComment: boolean;
  /** The box is open without a press on Comment. */
  isOpen?: boolean;
  member: Writer;
  /** The form of the box, if the server drew it. */
  form?: ServedForm | undefined;
  /** Must be a stable object, or every comment is rendered again. */
  calls: CommentCalls;
  now: string;
  timeZone: string;
}

/** Comments of one subject, newest first, with the box to write one. */
export function CommentThread(props: CommentThreadProps) {
  const {
    subject,
    served,
    next,
    total: servedTotal,
    canComment,
    isOpen = false,
    member,
    calls,
    form,
    now,
    timeZone,
  } = props;
  const changes = useStore($threads, { keys: [subject], ssr: 'initial' })[subject] ?? unchanged;
  const isBoxOpen = useStore($openBoxes, { keys: [subject], ssr: 'initial' })[subject] ?? isOpen;
  useLiveThread(member.id, subject, served, calls);
  const isLoading = useBusy(`${subject} list`);
  const [isShort, setShort] = useState(false);
  const section = useRef<HTMLElement>(null);

  const total = changes.total ?? servedTotal;
  const blocked = useStore($blocked, { ssr: 'initial' });
  const all = useMemo(() => presentThread(served, changes, blocked), [served, changes, blocked]);
  const begun = new Set([...served, ...changes.created].map(({ id }) => id));
  const first = all.filter((comment) => begun.has(comment.id) || isPending(comment));
  const shown = isShort ? first : all;
  const remaining = remainingComments(total, all);
  const page = nextPage(next, changes, remaining);
  const thread = useMemo<Thread>(
    // Receives the focus when the focused comment is deleted.
    () => ({
      subject,
      total: servedTotal,
      member,
      canComment,
      calls,
      form,
      now,
      timeZone,
      onRemoved: () => section.current?.focus({ preventScroll: true }),
    }),
    [subject, servedTotal, member, canComment, calls, form, now, timeZone],
  );

  return (
    <section
      ref={section}
      className="thread"
      role="group"
      aria-label="Comments"
      tabIndex={-1}
      hidden={!isBoxOpen && !all.length && page === null}
    >
      {canComment && <NewComment thread={thread} isShown={isBoxOpen} isAlwaysOpen={isOpen} />}
      {shown.length > 0 && (
        <ul className="comments">
          {shown.map((comment) => (
            <ThreadComment
              key={comment.id}
              comment={comment}
              thread={thread}
              hasAllReplies={changes.nextReplies[comment.id] === null}
            />
          ))}
        </ul>
      )}
      {(page !== null || all.length > first.length) && (
        <div className="thread-more">
          {page !== null && (
            <Button
              variant="quiet"
              size="small"
              busy={isLoading}
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
