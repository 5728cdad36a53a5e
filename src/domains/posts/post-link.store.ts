import { copyText } from '#lib/copy.ts';
import { toast } from '#ui/toast.ts';

/** The address to share: the site's origin and the post's path. */
export const postLink = (postId: number): string => `${location.origin}/posts/${postId}`;

export async function copyPostLink(postId: number): Promise<void> {
  const link = postLink(postId);
  if (await copyText(link)) toast.success('Link copied');
  else toast.info(link);
}

/** Whether the device has a sheet of its own to share with. */
export const hasShareSheet = (): boolean => typeof navigator !== 'undefined' && 'share' in navigator;

export async function openShareSheet(postId: number, title: string): Promise<void> {
  try {
    await navigator.share({ title, url: postLink(postId) });
  } catch (error) {
    // Closing the sheet is no failure.
    if ((error as Error).name !== 'AbortError') await copyPostLink(postId);
  }
}
