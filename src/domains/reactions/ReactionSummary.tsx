import { reactionKind, reactionSentence, reactionTotal, type Reactions } from './reactions.rules.ts';
import './ReactionSummary.css';

/** The three most chosen kinds and how many people reacted. Nothing when nobody did. */
export function ReactionSummary({ counts }: Pick<Reactions, 'counts'>) {
  const total = reactionTotal({ counts, mine: 'none' });
  if (!total) return null;
  const kinds = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([idA, a], [idB, b]) => b - a || Number(idA) - Number(idB))
    .map(([id, count]) => ({ kind: reactionKind(Number(id)), count }));
  return (
    <span className="reaction-summary" title={kinds.map(({ kind, count }) => `${kind?.caption} ${count}`).join(', ')}>
      <span className="reaction-kinds" aria-hidden="true">
        {kinds.slice(0, 3).map(({ kind }) => kind && <span key={kind.id}>{kind.emoji}</span>)}
      </span>
      {reactionSentence(total)}
    </span>
  );
}
