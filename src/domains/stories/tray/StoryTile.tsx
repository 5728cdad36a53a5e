import type { StoryGroupModel } from '#domains/stories/stories.model.ts';
import { storyPath } from '#domains/stories/story-path.rules.ts';
import { counted } from '#lib/text.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { classes } from '#ui/classes.ts';

/** A member in the tray: the ring is coloured while a story is unseen. */
export function StoryTile({
  group,
  isOwn,
  isEager,
}: {
  group: StoryGroupModel;
  isOwn: boolean;
  isEager: boolean;
}) {
  const { owner, total, isViewed, isMuted } = group;
  const isFresh = !isViewed && !isMuted;
  const viewed = isFresh ? 'new' : 'seen';
  return (
    <a
      className={classes('story-tile', isFresh && 'story-tile-fresh')}
      href={storyPath(group.storyId)}
      draggable={false}
      data-no-prerender
    >
      <Avatar
        name={owner.name}
        src={owner.image}
        size={56}
        {...(isMuted ? {} : { ring: isFresh ? ('fresh' as const) : ('seen' as const) })}
        eager={isEager}
      />
      <span className="story-name">
        {!isOwn && <span className="sr-only">Story of </span>}
        {isOwn ? 'Your story' : <bdi>{owner.name}</bdi>}
        <span className="sr-only">{`, ${counted(total, 'item')}, ${isMuted ? 'muted' : viewed}`}</span>
      </span>
    </a>
  );
}
