import { counted } from '#lib/text.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { classes } from '#ui/classes.ts';
import type { StoryGroup } from './stories.schema.ts';
import { storyPath } from './story-path.rules.ts';

/** A member in the tray: the ring is coloured while a story is unseen. */
export function StoryTile({
  group,
  isOwn,
  isEager,
}: {
  group: StoryGroup;
  isOwn: boolean;
  isEager: boolean;
}) {
  const {
    owner_title: name,
    total_stories: total,
    isViewed,
    isMute,
    owner_image_icon: src,
  } = group;
  const isFresh = !isViewed && !isMute;
  const viewed = isFresh ? 'new' : 'seen';
  return (
    <a
      className={classes('story-tile', isFresh && 'story-tile-fresh')}
      href={storyPath(group.story_id)}
      draggable={false}
      data-no-prerender
    >
      <Avatar
        name={name}
        src={src}
        size={56}
        {...(isMute ? {} : { ring: isFresh ? ('fresh' as const) : ('seen' as const) })}
        eager={isEager}
      />
      <span className="story-name">
        {!isOwn && <span className="sr-only">Story of </span>}
        {isOwn ? 'Your story' : <bdi>{name}</bdi>}
        <span className="sr-only">{`, ${counted(total, 'item')}, ${isMute ? 'muted' : viewed}`}</span>
      </span>
    </a>
  );
}
