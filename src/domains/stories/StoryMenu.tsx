import { Bell, BellOff, ChevronLeft, ChevronRight, EllipsisVertical, Flag, Trash2 } from 'lucide-react';
import { Menu, type MenuEntry } from '#ui/Menu.tsx';
import type { StoryItem } from './stories.schema.ts';
import type { Neighbours } from './story-place.rules.ts';
import type { OpenDialog } from './StoryDialogs.island.tsx';

export interface StoryMenuProps extends Neighbours {
  item: StoryItem;
  isOwn: boolean;
  onDialog: (dialog: OpenDialog) => void;
  onMute: () => void;
  onPerson: (by: 1 | -1) => void;
}

/** What can be done about a story; and the ways to other people, for whoever does not swipe. */
export function StoryMenu({ item, isOwn, previous, next, onDialog, onMute, onPerson }: StoryMenuProps) {
  const { owner_title: name, isMute } = item;
  const own: MenuEntry[] = [{ label: 'Delete story', icon: <Trash2 aria-hidden="true" />, isDanger: true, onSelect: () => onDialog('delete') }];
  const others: MenuEntry[] = [
    { label: 'Report story', icon: <Flag aria-hidden="true" />, onSelect: () => onDialog('report') },
    { label: isMute ? `Show stories of ${name} again` : `Mute stories of ${name}`, icon: isMute ? <Bell aria-hidden="true" /> : <BellOff aria-hidden="true" />, onSelect: onMute },
  ];
  const entries: MenuEntry[] = [
    ...(isOwn ? own : others),
    ...(previous ? [{ label: `Previous: ${previous.owner_title}`, icon: <ChevronLeft aria-hidden="true" />, onSelect: () => onPerson(-1) }] : []),
    ...(next ? [{ label: `Next: ${next.owner_title}`, icon: <ChevronRight aria-hidden="true" />, onSelect: () => onPerson(1) }] : []),
  ];
  return <Menu id="story-menu" label="More" icon={<EllipsisVertical aria-hidden="true" />} entries={entries} />;
}
