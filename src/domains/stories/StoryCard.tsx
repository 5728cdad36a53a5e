import { Play } from 'lucide';
import { Icon } from '#ui/Icon.tsx';
import { Picture } from '#ui/Picture.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { isImageCode, storyAlt } from './stories.rules.ts';
import type { StoryItem } from './stories.schema.ts';
import { storyPath } from './story-path.rules.ts';
import '#ui/picture-marks.css';
import '#ui/tiles.css';
import './story-card.css';

/** A story on a profile; opens in the player. */
export function StoryCard({
  item,
  now,
  timeZone,
}: {
  item: StoryItem;
  now: string;
  timeZone: string;
}) {
  return (
    <a className="tile-picture story-cover" href={storyPath(item.story_id)} data-no-prerender>
      {item.picture && <Picture picture={item.picture} alt={storyAlt(item)} sizes="220px" />}
      {!isImageCode(item.code) && (
        <Icon of={Play} className="picture-mark story-cover-play" label="Video" />
      )}
      <span className="story-cover-words">
        {item.description && (
          <span className="story-cover-caption" dir="auto">
            {item.description}
          </span>
        )}
        <RelativeTime at={item.create_date} now={now} timeZone={timeZone} />
      </span>
    </a>
  );
}
