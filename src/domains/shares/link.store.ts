import { copyText } from '#lib/copy.ts';
import { toast } from '#ui/toast.ts';

const linkTo = (path: string): string => `${location.origin}${path}`;

/** @param path of the item's page, such as /posts/42 */
export async function copyLink(path: string): Promise<void> {
  const link = linkTo(path);
  if (await copyText(link)) toast.success('Link copied');
  else toast.info(link);
}

/** Whether the browser supports the device's share sheet. */
export const hasShareSheet = (): boolean =>
  typeof navigator !== 'undefined' && 'share' in navigator;

export async function openShareSheet(path: string, title: string): Promise<void> {
  try {
    await navigator.share({ title, url: linkTo(path) });
  } catch (error) {
    // Closing the sheet is not an error.
    if ((error as Error).name !== 'AbortError') await copyLink(path);
  }
}
