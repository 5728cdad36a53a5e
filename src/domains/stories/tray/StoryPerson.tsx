import { ChevronLeft, ChevronRight } from 'lucide';
import type { StoryGroupModel } from '#domains/stories/stories.model.ts';
import { isolate } from '#lib/names.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Icon } from '#ui/Icon.tsx';
import './StoryPerson.css';

/** Button to the previous or next person of the tray, on wide screens. */
export function StoryPerson({
  group,
  side,
  onPress,
}: {
  group: StoryGroupModel;
  side: 'previous' | 'next';
  onPress: () => void;
}) {
  const {
    owner: { name, image },
    isViewed,
  } = group;
  return (
    <button
      type="button"
      className={`story-person story-person-${side}`}
      aria-label={`${side === 'next' ? 'Next' : 'Previous'} person: ${isolate(name)}`}
      onClick={onPress}
    >
      {side === 'previous' && <Icon of={ChevronLeft} />}
      <Avatar name={name} src={image} size={56} ring={isViewed ? 'seen' : 'fresh'} />
      {side === 'next' && <Icon of={ChevronRight} />}
      <bdi>{name}</bdi>
    </button>
  );
}
