import { Link2, Repeat2, Share, Share2 } from 'lucide';
import { useState } from 'react';
import { isolate } from '#lib/names.ts';
import { Icon } from '#ui/Icon.tsx';
import { Menu, type MenuEntry } from '#ui/Menu.tsx';
import { useLate } from '#ui/use-late.ts';
import { copyPostLink, hasShareSheet, openShareSheet } from '#domains/posts/post-link.store.ts';
import { postOptionsPath } from '#domains/posts/posts.rules.ts';
import { sharePost } from '#domains/posts/posts.store.ts';
import type { SharePreview } from './share-preview.ts';

export interface ShareMenuProps {
  /** The card it stands on: an original and its share may be on one page. */
  cardId: number;
  post: SharePreview;
}

/** Share: with words of one's own, by its link, or through what the device offers. */
export function ShareMenu({ cardId, post }: ShareMenuProps) {
  const [ShareDialog, needShareDialog] = useLate(() => import('./ShareDialog.tsx').then((part) => part.ShareDialog));
  const [isSharing, setSharing] = useState(false);
  const entries: MenuEntry[] = [
    { label: 'Share to your feed', icon: <Icon of={Repeat2} />, onSelect: async () => (await needShareDialog()) && setSharing(true) },
    { label: 'Copy link', icon: <Icon of={Link2} />, onSelect: () => void copyPostLink(post.id) },
    ...(hasShareSheet()
      ? [{ label: 'Share with another app', icon: <Icon of={Share} />, onSelect: () => void openShareSheet(post.id, `${isolate(post.author)}'s post`) }]
      : []),
  ];
  return (
    <>
      <Menu id={`share-menu-${cardId}`} label="Share" icon={<Icon of={Share2} />} entries={entries} isText isLate screen={`${postOptionsPath(post.id)}#share`} />
      {ShareDialog && <ShareDialog post={post} open={isSharing} onShare={(text) => sharePost(post.id, text)} onClose={() => setSharing(false)} />}
    </>
  );
}
