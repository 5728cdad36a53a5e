import { copyText } from '#lib/copy.ts';
import { toast } from '#ui/toast.ts';

// Shares the personal link with the device's share sheet, or copies it.

const link = () => document.querySelector<HTMLInputElement>('input[name=link]')!.value;

async function copy() {
  if (await copyText(link())) toast.success('Link copied.');
  else document.querySelector<HTMLInputElement>('input[name=link]')!.select();
}

async function share() {
  try {
    await navigator.share({ url: link() });
  } catch (error) {
    // Cancelled by the member.
    if ((error as Error).name !== 'AbortError') await copy();
  }
}

export function addInviteLinkButtons(): void {
  const shareButton = document.querySelector<HTMLButtonElement>('button[data-invite=share]');
  if (shareButton && !('share' in navigator)) shareButton.remove();
  shareButton?.addEventListener('click', () => void share());
  document.querySelector('button[data-invite=copy]')?.addEventListener('click', () => void copy());
}
