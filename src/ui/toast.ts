// The one way to say what happened. The library (solid-toast, in Toasts.solid.tsx) is fetched with the first toast.
export type ToastKind = 'info' | 'success' | 'warning' | 'error';

let loading: Promise<typeof import('./Toasts.solid.tsx')> | undefined;

// Screen readers listen to a region that was there before its text; this module arrives with the islands, long before the first toast.
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

/** Shows a toast; the answer takes it away before its 5 seconds are over. */
function show(kind: ToastKind, text: string): () => void {
  if (!region) return () => {};
  announce(text);
  loading ??= import('./Toasts.solid.tsx');
  const shown = loading.then(
    ({ showToast }) => showToast(kind, text),
    () => {
      // Offline the library cannot come: the announced text is made visible, and the next toast tries again.
      loading = undefined;
      region.classList.remove('sr-only');
      const timer = setTimeout(hide, 5_000);
      function hide() {
        clearTimeout(timer);
        region!.classList.add('sr-only');
      }
      return hide;
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
