import { Globe, Pause, Play, Users, Volume2, VolumeX, X } from 'lucide';
import type { ReactNode, RefObject } from 'react';
import { audienceLabels } from '#domains/policy/audience.rules.ts';
import type { StoryModel } from '#domains/stories/stories.model.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import './StoryHead.css';

export interface StoryHeadProps {
  item: StoryModel;
  index: number;
  total: number;
  bar: RefObject<HTMLSpanElement | null>;
  now: string;
  timeZone: string;
  isPaused: boolean;
  isMuted: boolean;
  hasSound: boolean;
  menu: ReactNode;
  onPause: () => void;
  onMute: () => void;
  onClose: () => void;
}

function segmentState(at: number, index: number): 'past' | 'coming' | undefined {
  if (at < index) return 'past';
  return at > index ? 'coming' : undefined;
}

/** Progress, owner and controls of the player. */
export function StoryHead({
  item,
  index,
  total,
  bar,
  now,
  timeZone,
  isPaused,
  isMuted,
  hasSound,
  menu,
  onPause,
  onMute,
  onClose,
}: StoryHeadProps) {
  const isForFriends = item.audience === 'friends';
  return (
    <header className="story-head">
      <div className="story-segments" aria-hidden="true">
        {Array.from({ length: total }, (_, at) => (
          <span
            key={at}
            className="story-segment"
            data-is={segmentState(at, index)}
            ref={at === index ? bar : undefined}
          />
        ))}
      </div>
      <div className="story-bar">
        <a className="story-who" href={`/profile/${item.owner.id}/posts`}>
          <Avatar name={item.owner.name} src={item.owner.image} size={40} eager />
          <span>
            <strong>
              <bdi>{item.owner.name}</bdi>
            </strong>
            <small>
              <RelativeTime at={item.createdAt} now={now} timeZone={timeZone} />
              <Icon
                of={isForFriends ? Users : Globe}
                label={isForFriends ? audienceLabels.friends : 'Everyone here'}
              />
            </small>
          </span>
        </a>
        <IconButton
          label={isPaused ? 'Play' : 'Pause'}
          icon={isPaused ? <Icon of={Play} /> : <Icon of={Pause} />}
          onClick={onPause}
        />
        {hasSound && (
          <IconButton
            label={isMuted ? 'Sound on' : 'Sound off'}
            icon={isMuted ? <Icon of={VolumeX} /> : <Icon of={Volume2} />}
            onClick={onMute}
          />
        )}
        {menu}
        <IconButton label="Close" icon={<Icon of={X} />} onClick={onClose} />
      </div>
    </header>
  );
}
