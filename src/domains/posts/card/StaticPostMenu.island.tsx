import { useStore } from '@nanostores/react';
import { memo, useEffect } from 'react';
import { HiddenPostPage } from '#domains/posts/hidden/HiddenPostPage.island.tsx';
import { $postChanges } from '#domains/posts/posts.store.ts';
import { replayChanges } from '#lib/bfcache-changes.ts';
import { showFlashToast, toastOnNextScreen } from '#ui/flash-toast.ts';
import { PostMenu, reloadWith, type PostMenuProps } from './PostMenu.island.tsx';

function goHomeWith(text: string) {
  toastOnNextScreen(text);
  location.assign('/home');
}

/**
 * The menu of a card that is static HTML: its screen is reloaded when the post changes. The post's
 * own page (`isStandalone`) is left when it is deleted.
 */
export const StaticPostMenu = memo(function StaticPostMenu({
  isStandalone = false,
  ...menu
}: PostMenuProps & { isStandalone?: boolean }) {
  const { postId, author } = menu;
  const state = useStore($postChanges, { keys: [postId], ssr: 'initial' })[postId]?.state;
  useEffect(() => {
    if (!isStandalone) return;
    replayChanges();
    showFlashToast();
  }, [isStandalone]);
  return (
    <>
      <PostMenu
        {...menu}
        onDeleted={isStandalone ? goHomeWith : reloadWith}
        onChanged={reloadWith}
      />
      {state === 'hidden' && <HiddenPostPage postId={postId} author={author} />}
    </>
  );
});
