import type { StoryItem } from './stories.schema.ts';
import { StoryCard } from './StoryCard.tsx';
import './story-card.css';

export interface StoryTilesProps {
  /** Whose they are. */
  name: string;
  /** Oldest first, as they are played. */
  items: StoryItem[];
  now: string;
  timeZone: string;
}

/** What is active of one member, newest first. */
export const StoryTiles = ({ name, items, now, timeZone }: StoryTilesProps) => (
  <ul className="tiles story-covers" aria-label={`Stories of ${name}`}>
    {items.toReversed().map((item) => (
      <li key={item.story_id}>
        <StoryCard item={item} now={now} timeZone={timeZone} />
      </li>
    ))}
  </ul>
);
