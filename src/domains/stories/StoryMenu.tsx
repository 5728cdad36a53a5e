import { Bell, BellOff, ChevronLeft, ChevronRight, EllipsisVertical, Flag, Trash2 } from 'lucide';
import { reportPath } from '#domains/moderation/reports.rules.ts';
import { isolate } from '#lib/names.ts';
import { Icon } from '#ui/Icon.tsx';
import { Menu, type MenuEntry } from '#ui/Menu.tsx';
import type { StoryItem } from './stories.schema.ts';
import type { Neighbours } from './story-path.rules.ts';
import type { OpenDialog } from './StoryDialogs.island.tsx';

export interface StoryMenuProps extends Neighbours {
  item: StoryItem;
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
  const { owner_title: name, isMute } = item;
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
      label: isMute ? `Show stories of ${isolate(name)} again` : `Mute stories of ${isolate(name)}`,
      icon: isMute ? <Icon of={Bell} /> : <Icon of={BellOff} />,
      onSelect: onMute,
    },
  ];
  const entries: MenuEntry[] = [
    ...(isOwn ? own : others),
    ...(previous
      ? [
          {
            label: `Previous: ${isolate(previous.owner_title)}`,
            icon: <Icon of={ChevronLeft} />,
            onSelect: () => onPerson(-1),
          },
        ]
      : []),
    ...(next
      ? [
          {
            label: `Next: ${isolate(next.owner_title)}`,
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
      screen={isOwn ? undefined : reportPath('story', item.story_id)}
    />
  );
}
