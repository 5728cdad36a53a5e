import { Play } from 'lucide';
import type { StoryModel } from '#domains/stories/stories.model.ts';
import { storyAlt } from '#domains/stories/stories.rules.ts';
import { storyPath } from '#domains/stories/story-path.rules.ts';
import { Icon } from '#ui/Icon.tsx';
import { Picture } from '#ui/Picture.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import '#ui/picture-marks.css';
import '#ui/tiles.css';
import './story-card.css';

/** A story on a profile; opens in the player. */
export function StoryCard({
  item,
  now,
  timeZone,
}: {
  item: StoryModel;
  now: string;
  timeZone: string;
}) {
  return (
    <a className="tile-picture story-cover" href={storyPath(item.id)} data-no-prerender>
      {item.picture && <Picture picture={item.picture} alt={storyAlt(item)} sizes="220px" />}
      {!item.isPhoto && <Icon of={Play} className="picture-mark story-cover-play" label="Video" />}
      <span className="story-cover-words">
        {item.caption && (
          <span className="story-cover-caption" dir="auto">
            {item.caption}
          </span>
        )}
        <RelativeTime at={item.createdAt} now={now} timeZone={timeZone} />
      </span>
    </a>
  );
}
