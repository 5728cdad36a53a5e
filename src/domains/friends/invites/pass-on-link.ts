import { copyText } from '#lib/copy.ts';
import { toast } from '#ui/toast.ts';

// Passes the personal link on: by the sheet of the device, where it has one, or by the clipboard.

const link = () => document.querySelector<HTMLInputElement>('input[name=link]')!.value;

async function copy() {
  if (await copyText(link())) toast.success('Link copied');
  else document.querySelector<HTMLInputElement>('input[name=link]')!.select();
}

async function share() {
  try {
    await navigator.share({ url: link() });
  } catch (error) {
    // Sent away by the person: nothing failed.
    if ((error as Error).name !== 'AbortError') await copy();
  }
}

export function passOnLinkInPlace(): void {
  const shareButton = document.querySelector<HTMLButtonElement>('button[data-invite=share]');
  if (shareButton && !('share' in navigator)) shareButton.remove();
  shareButton?.addEventListener('click', () => void share());
  document.querySelector('button[data-invite=copy]')?.addEventListener('click', () => void copy());
}
