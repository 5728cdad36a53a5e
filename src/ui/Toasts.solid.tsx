/** @jsxImportSource solid-js */
import { render } from 'solid-js/web';
import library, { Toaster } from 'solid-toast';
import type { ToastKind } from './toast.ts';
import './Toasts.css';

const duration = 5_000;
const most = 5;
const shown: string[] = [];

const marks: Record<ToastKind, string> = {
  info: 'M12 11v6M12 7.5v.01',
  success: 'm7.5 12.5 3 3 6-7',
  warning: 'M12 7v6M12 16.5v.01',
  error: 'm8.5 8.5 7 7M15.5 8.5l-7 7',
};

// A popover, because only the browser's top layer lies above an open dialog.
const host = document.createElement('div');
host.className = 'toasts';
host.popover = 'manual';
host.role = 'region';
host.ariaLabel = 'Notices';
document.body.append(host);
render(() => <Toaster position="top-right" gutter={8} containerClassName="toasts-list" />, host);

/**
 * Outside an open modal dialog nothing can be pressed, so the host moves into it and comes back
 * when it closes.
 */
function bringToFront(): void {
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1);
  const parent = dialog ?? document.body;
  if (host.parentElement !== parent) {
    parent.append(host);
    dialog?.addEventListener('close', bringToFront, { once: true });
  }
  if (host.matches(':popover-open')) host.hidePopover();
  host.showPopover();
}

function Notice(props: { kind: ToastKind; text: string; visible: boolean; onClose: () => void }) {
  return (
    <div class={`toast toast-${props.kind}`} classList={{ 'toast-leaving': !props.visible }}>
      <svg class="toast-mark" viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="10" />
        <path d={marks[props.kind]} />
      </svg>
      <p>{props.text}</p>
      <button type="button" class="toast-close" aria-label="Close" onClick={() => props.onClose()}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="m6 6 12 12M18 6 6 18" />
        </svg>
      </button>
    </div>
  );
}

/**
 * Called by toast.ts only. The same message again restarts the one on the screen instead of
 * stacking.
 */
export function showToast(kind: ToastKind, text: string): () => void {
  const id = `${kind} ${text}`;
  const dismiss = () => library.dismiss(id);
  bringToFront();
  library.custom(
    (toast) => <Notice kind={kind} text={text} visible={toast.visible} onClose={dismiss} />,
    { id, duration, unmountDelay: 250 },
  );
  if (shown.includes(id)) shown.splice(shown.indexOf(id), 1);
  shown.push(id);
  if (shown.length > most) library.dismiss(shown.shift());
  return dismiss;
}
