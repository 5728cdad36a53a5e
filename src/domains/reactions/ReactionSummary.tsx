import type { ReactNode } from 'react';
import {
  reactionKind,
  reactionSentence,
  reactionTotal,
  type Reactions,
} from './reactions.rules.ts';
import './ReactionSummary.css';

export interface ReactionSummaryProps extends Pick<Reactions, 'counts'> {
  /** Opens the list of reactors. Without it the summary is text. */
  onOpen?: () => void;
}

/** The three most chosen kinds and the number of reactors. Nothing if there are none. */
export function ReactionSummary({ counts, onOpen }: ReactionSummaryProps): ReactNode {
  const total = reactionTotal({ counts, mine: 'none' });
  if (!total) return null;
  const kinds = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([idA, a], [idB, b]) => b - a || Number(idA) - Number(idB))
    .map(([id, count]) => ({ kind: reactionKind(Number(id)), count }));
  const names = kinds.map(({ kind, count }) => `${kind?.caption} ${count}`).join(', ');
  const parts = {
    className: 'reaction-summary',
    children: (
      <>
        <span className="reaction-kinds" aria-hidden="true">
          {kinds.slice(0, 3).map(({ kind }) => kind && <span key={kind.id}>{kind.emoji}</span>)}
        </span>
        <span className="reaction-sentence">{reactionSentence(total)}</span>
      </>
    ),
  };
  if (!onOpen) return <span {...parts} title={names} />;
  return (
    <button
      type="button"
      {...parts}
      data-tip={names}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- global since ARIA 1.3
      aria-description={names}
      aria-haspopup="dialog"
      onClick={onOpen}
    />
  );
}
