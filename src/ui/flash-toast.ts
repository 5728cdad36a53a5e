import { getStored, setStored } from '#lib/browser-storage.ts';
import { whenShown } from '#lib/when-shown.ts';
import { toast } from './toast.ts';

const name = 'next-toast';

/** Shows a toast on the next screen, for actions that leave this one. */
export const toastOnNextScreen = (text: string): void => void setStored(name, text, 'tab');

/** Called by islands when they hydrate. */
export function showFlashToast(): void {
  whenShown(() => {
    const text = getStored(name, 'tab');
    if (!text) return;
    setStored(name, '', 'tab');
    toast.success(text);
  });
}
