import type { StoryModel } from '#domains/stories/stories.model.ts';
import { StoryCard } from './StoryCard.tsx';
import './story-card.css';

export interface StoryTilesProps {
  /** Name of the owner. */
  name: string;
  /** Oldest first, in playing order. */
  items: StoryModel[];
  now: string;
  timeZone: string;
}

/** Active stories of a member, newest first. */
export const StoryTiles = ({ name, items, now, timeZone }: StoryTilesProps) => (
  <ul className="tiles story-covers" aria-label={`Stories of ${name}`}>
    {items.toReversed().map((item) => (
      <li key={item.id}>
        <StoryCard item={item} now={now} timeZone={timeZone} />
      </li>
    ))}
  </ul>
);
