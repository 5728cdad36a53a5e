import { getStored, setStored } from '#lib/browser-storage.ts';
import { whenShown } from '#lib/when-shown.ts';
import { toast } from './toast.ts';

const name = 'next-toast';

/** Says it on the screen that comes next: what was done made this one go. */
export const toastOnNextScreen = (text: string): void => void setStored(name, text, 'tab');

/** Called by islands when they wake up. */
export function showFlashToast(): void {
  whenShown(() => {
    const text = getStored(name, 'tab');
    if (!text) return;
    setStored(name, '', 'tab');
    toast.success(text);
  });
}
