import { useStore } from '@nanostores/react';
import { memo, useEffect, useMemo } from 'react';
import type { CommentPage } from '#domains/comments/comments.model.ts';
import { subjectComments, subjectReactors } from '#domains/comments/subject-calls.ts';
import { CommentThread } from '#domains/comments/thread/CommentThread.island.tsx';
import type { Writer } from '#domains/comments/thread/thread.rules.ts';
import { reactionCall } from '#domains/reactions/reaction-call.ts';
import { ReactionPicker } from '#domains/reactions/ReactionPicker.tsx';
import { likeSubject, unlikeSubject } from '#domains/reactions/reactions.calls.ts';
import { withChoice, type Reactions } from '#domains/reactions/reactions.rules.ts';
import { $reactionChanges, choose } from '#domains/reactions/reactions.store.ts';
import { Reactors } from '#domains/reactions/Reactors.island.tsx';
import { replayChanges } from '#lib/bfcache-changes.ts';
import type { ServedForm } from '#lib/served-form.ts';
import { subjectKey, wireSubject } from '#lib/wire-names.ts';
import { useToday } from '#ui/use-today.ts';
import './answer-actions.css';

export interface AlbumAnswersProps {
  albumId: number;
  reactions: Reactions;
  /** The first page. */
  comments: CommentPage;
  canComment: boolean;
  /** The form of the comment box, as the server drew it. */
  form: ServedForm;
  member: Writer;
  now: string;
  timeZone: string;
}

/** Reactions to an album and comments on it, for members. */
export const AlbumAnswers = memo(function AlbumAnswers(props: AlbumAnswersProps) {
  const { albumId, comments, canComment, form, member, now: servedAt, timeZone } = props;
  const now = useToday(servedAt, timeZone);
  const album = useMemo(() => ({ type: 'album', id: albumId }) as const, [albumId]);
  const named = wireSubject(album);
  const subject = subjectKey('album', albumId);
  const calls = useMemo(() => subjectComments(album), [album]);
  const choice = useStore($reactionChanges, { keys: [subject], ssr: 'initial' })[subject];
  const reactions = withChoice(props.reactions, choice);
  useEffect(replayChanges, []);
  return (
    <>
      <div className="answer-actions">
        <ReactionPicker
          id={`album-reactions-${albumId}`}
          mine={reactions.mine}
          isClosed={!canComment}
          onChoose={(kind) =>
            void choose(subject, kind, (chosen) =>
              chosen === 'none'
                ? unlikeSubject(named)
                : likeSubject({ ...named, reaction: chosen }),
            )
          }
          callOf={(kind) => reactionCall(named, kind)}
        />
        <Reactors counts={reactions.counts} list={subjectReactors(album)} />
      </div>
      <CommentThread
        subject={subject}
        served={comments.comments}
        next={comments.next}
        total={comments.total}
        canComment={canComment}
        isOpen
        member={member}
        form={form}
        calls={calls}
        now={now}
        timeZone={timeZone}
      />
    </>
  );
});
