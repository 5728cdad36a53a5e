import { Link2, Repeat2, Share, Share2 } from 'lucide';
import { useState } from 'react';
import { isolate } from '#lib/names.ts';
import { Icon } from '#ui/Icon.tsx';
import { Menu, type MenuEntry } from '#ui/Menu.tsx';
import { useLazy } from '#ui/use-lazy.ts';
import { copyLink, hasShareSheet, openShareSheet } from './link.store.ts';
import { toNoun, type SharePreview } from './shares.rules.ts';

export interface ShareMenuProps {
  /** Unique on the screen, which may show both an original and its share. */
  menuId: string | number;
  item: SharePreview;
}

/** Menu to share with a text, copy the link, or use the device's share sheet. */
export function ShareMenu({ menuId, item }: ShareMenuProps) {
  const [ShareDialog, needShareDialog] = useLazy(() =>
    import('./ShareDialog.island.tsx').then((part) => part.ShareDialog),
  );
  const [isSharing, setSharing] = useState(false);
  const entries: MenuEntry[] = [
    {
      label: 'Share to your feed',
      icon: <Icon of={Repeat2} />,
      onSelect: async () => (await needShareDialog()) && setSharing(true),
    },
    { label: 'Copy link', icon: <Icon of={Link2} />, onSelect: () => void copyLink(item.path) },
    ...(hasShareSheet()
      ? [
          {
            label: 'Share with another app',
            icon: <Icon of={Share} />,
            onSelect: () =>
              void openShareSheet(item.path, `${isolate(item.author)}'s ${toNoun(item)}`),
          },
        ]
      : []),
  ];
  return (
    <>
      <Menu
        id={`share-menu-${menuId}`}
        label="Share"
        icon={<Icon of={Share2} />}
        entries={entries}
        isText
        isLazy
        screen={item.screen}
      />
      {ShareDialog && (
        <ShareDialog item={item} open={isSharing} onClose={() => setSharing(false)} />
      )}
    </>
  );
}
