import { Bell, BellOff, ChevronLeft, ChevronRight, EllipsisVertical, Flag, Trash2 } from 'lucide';
import { reportPath } from '#domains/moderation/reports.rules.ts';
import type { StoryModel } from '#domains/stories/stories.model.ts';
import type { AdjacentGroups } from '#domains/stories/story-path.rules.ts';
import { isolate } from '#lib/names.ts';
import { Icon } from '#ui/Icon.tsx';
import { Menu, type MenuEntry } from '#ui/Menu.tsx';
import type { OpenDialog } from './StoryDialogs.island.tsx';

export interface StoryMenuProps extends AdjacentGroups {
  item: StoryModel;
  isOwn: boolean;
  onDialog: (dialog: OpenDialog) => void;
  onMute: () => void;
  onPerson: (by: 1 | -1) => void;
}

/** Actions on a story, and the previous and next person for members who do not swipe. */
export function StoryMenu({
  item,
  isOwn,
  previous,
  next,
  onDialog,
  onMute,
  onPerson,
}: StoryMenuProps) {
  const { owner, isMuted } = item;
  const name = isolate(owner.name);
  const own: MenuEntry[] = [
    {
      label: 'Delete story',
      icon: <Icon of={Trash2} />,
      isDanger: true,
      onSelect: () => onDialog('delete'),
    },
  ];
  const others: MenuEntry[] = [
    { label: 'Report story', icon: <Icon of={Flag} />, onSelect: () => onDialog('report') },
    {
      label: isMuted ? `Show stories of ${name} again` : `Mute stories of ${name}`,
      icon: isMuted ? <Icon of={Bell} /> : <Icon of={BellOff} />,
      onSelect: onMute,
    },
  ];
  const entries: MenuEntry[] = [
    ...(isOwn ? own : others),
    ...(previous
      ? [
          {
            label: `Previous: ${isolate(previous.owner.name)}`,
            icon: <Icon of={ChevronLeft} />,
            onSelect: () => onPerson(-1),
          },
        ]
      : []),
    ...(next
      ? [
          {
            label: `Next: ${isolate(next.owner.name)}`,
            icon: <Icon of={ChevronRight} />,
            onSelect: () => onPerson(1),
          },
        ]
      : []),
  ];
  return (
    <Menu
      id="story-menu"
      label="More"
      icon={<Icon of={EllipsisVertical} />}
      entries={entries}
      isLazy
      screen={isOwn ? undefined : reportPath('story', item.id)}
    />
  );
}
