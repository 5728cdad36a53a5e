// The one way to say what happened. The library (solid-toast, in toast-list.ts) is fetched with
// the first toast.
import { bringFailedStyles } from './failed-styles.ts';

export type ToastKind = 'info' | 'success' | 'warning' | 'error';

let loading: Promise<typeof import('./toast-list.ts')> | undefined;

// Screen readers listen to a region that was there before its text; this module arrives with the
// islands, long before the first toast.
const region = typeof document === 'undefined' ? undefined : document.createElement('div');
if (region) {
  region.className = 'announcer sr-only';
  region.role = 'status';
  document.body.append(region);
}

/** Reads a text out to screen readers: a toast, or new content that appeared by itself. */
export function announce(text: string): void {
  if (!region) return;
  region.textContent = '';
  // The same text twice is no change, so nothing would be read without the pause.
  setTimeout(() => (region.textContent = text), 50);
}

/** As a popover, because only the browser's top layer lies above an open dialog. */
function showPlainly(element: HTMLElement): () => void {
  element.classList.remove('sr-only');
  element.popover = 'manual';
  element.showPopover();
  const hide = () => {
    clearTimeout(timer);
    // A closed popover would be there for nobody.
    element.popover = null;
    element.classList.add('sr-only');
  };
  const timer = setTimeout(hide, 5_000);
  return hide;
}

/** Shows a toast; the answer takes it away before its 5 seconds are over. */
function show(kind: ToastKind, text: string): () => void {
  if (!region) return () => {};
  announce(text);
  loading ??= bringFailedStyles().then(() => import('./toast-list.ts'));
  const shown = loading.then(
    ({ showToast }) => showToast(kind, text),
    () => {
      // Offline the library cannot come: the announced text is made visible, and the next toast
      // tries again.
      loading = undefined;
      return showPlainly(region);
    },
  );
  return () => void shown.then((dismiss) => dismiss());
}

export const toast = {
  info: (text: string) => show('info', text),
  success: (text: string) => show('success', text),
  warning: (text: string) => show('warning', text),
  error: (text: string) => show('error', text),
};
