import { keep, readKept } from '#lib/kept.ts';
import { whenShown } from '#lib/when-shown.ts';
import { toast } from './toast.ts';

const name = 'next-toast';

/** Says it on the screen that comes next: what was done made this one go. */
export const toastOnNextScreen = (text: string): void => void keep(name, text, 'tab');

/** Called by islands when they wake up. */
export function showKeptToast(): void {
  whenShown(() => {
    const text = readKept(name, 'tab');
    if (!text) return;
    keep(name, '', 'tab');
    toast.success(text);
  });
}
