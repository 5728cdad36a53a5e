// The only way to show a notice. The library (solid-toast, in toast-list.ts) is loaded with the
// first toast.

export type ToastKind = 'info' | 'success' | 'warning' | 'error';

let loading: Promise<typeof import('./toast-list.ts')> | undefined;

// Screen readers need a live region that exists before its text; this module loads with the
// islands, long before the first toast.
const region = typeof document === 'undefined' ? undefined : document.createElement('div');
if (region) {
  region.className = 'announcer sr-only';
  region.role = 'status';
  document.body.append(region);
}

/** Announces a text to screen readers: a toast, or content that appeared by itself. */
export function announce(text: string): void {
  if (!region) return;
  region.textContent = '';
  // Without the pause the same text twice would be no change and not be read.
  setTimeout(() => (region.textContent = text), 50);
}

/** A popover, because only the top layer lies above an open dialog. */
function showPlainly(element: HTMLElement): () => void {
  element.classList.remove('sr-only');
  element.popover = 'manual';
  element.showPopover();
  const hide = () => {
    clearTimeout(timer);
    // A closed popover is hidden from screen readers too.
    element.popover = null;
    element.classList.add('sr-only');
  };
  const timer = setTimeout(hide, 5_000);
  return hide;
}

/** Shows a toast for 5 seconds; returns a function that dismisses it earlier. */
function show(kind: ToastKind, text: string): () => void {
  if (!region) return () => {};
  announce(text);
  loading ??= import('./toast-list.ts');
  const shown = loading.then(
    ({ showToast }) => showToast(kind, text),
    () => {
      // Offline the library cannot be loaded: show the announced text instead; the next toast tries
      // again.
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
