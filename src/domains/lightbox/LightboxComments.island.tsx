import { useEffect, useEffectEvent, useState } from 'react';
import { readComments } from '#domains/comments/comments.calls.ts';
import { toCommentPage, type CommentPage } from '#domains/comments/comments.model.ts';
import { commentLimit, subjectComments } from '#domains/comments/subject-calls.ts';
import { CommentThread } from '#domains/comments/thread/CommentThread.island.tsx';
import type { Writer } from '#domains/comments/thread/thread.rules.ts';
import type { ServedForm } from '#lib/served-form.ts';
import { subjectKey, wireSubject } from '#lib/wire-names.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { LightboxItemModel } from './lightbox.model.ts';

export interface LightboxCommentsProps {
  item: LightboxItemModel;
  /** The first page, if served with the screen. */
  served?: CommentPage | undefined;
  /** The form of the box, if served with the screen. */
  form?: ServedForm | undefined;
  member: Writer;
  now: string;
  timeZone: string;
}

/** Comments of the shown item, loaded when it is shown. Use the item's subject as key. */
export function LightboxComments({
  item,
  served,
  form,
  member,
  now,
  timeZone,
}: LightboxCommentsProps) {
  const about = item.subject;
  const [list, setList] = useState(served);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  const read = useEffectEvent((signal: AbortSignal) => {
    if (list) return;
    setFailed(false);
    readComments(
      { ...wireSubject(about), page: 1, limit: commentLimit, viewAllComments: 1 },
      { signal },
    ).then(
      (loaded) => setList(toCommentPage(loaded)),
      () => {
        if (!signal.aborted) setFailed(true);
      },
    );
  });
  useEffect(() => {
    const stop = new AbortController();
    read(stop.signal);
    return () => stop.abort();
  }, [attempt]);

  if (hasFailed)
    return (
      <ErrorState onRetry={() => setAttempt(attempt + 1)}>
        Unable to load more comments right now.
      </ErrorState>
    );
  if (!list) return <Skeleton kind="row" count={2} />;
  return (
    <CommentThread
      subject={subjectKey(about.type, about.id)}
      served={list.comments}
      next={list.next}
      total={list.total}
      canComment={item.canComment}
      isOpen
      member={member}
      form={form}
      calls={subjectComments(about)}
      now={now}
      timeZone={timeZone}
    />
  );
}
