import { createComponent, createRenderEffect } from 'solid-js';
import { render } from 'solid-js/web';
import library, { Toaster, type Toast } from 'solid-toast';
import type { ToastKind } from './toast.ts';
import './Toasts.css';

const duration = 5_000;
const maxShown = 5;
const shown: string[] = [];

const marks: Record<ToastKind, string> = {
  info: 'M12 11v6M12 7.5v.01',
  success: 'm7.5 12.5 3 3 6-7',
  warning: 'M12 7v6M12 16.5v.01',
  error: 'm8.5 8.5 7 7M15.5 8.5l-7 7',
};
const cross = 'm6 6 12 12M18 6 6 18';

// A popover, because only the top layer lies above an open dialog.
const host = document.createElement('div');
host.className = 'toasts';
host.popover = 'manual';
host.role = 'region';
host.ariaLabel = 'Notices';
document.body.append(host);
const toasterOptions = {
  position: 'top-right',
  gutter: 8,
  containerClassName: 'toasts-list',
} as const;
render(() => createComponent(Toaster, toasterOptions), host);

/**
 * Outside an open modal dialog nothing can be clicked, so the host moves into it and back when it
 * closes.
 */
function moveToFront(): void {
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1);
  const parent = dialog ?? document.body;
  if (host.parentElement !== parent) {
    parent.append(host);
    dialog?.addEventListener('close', moveToFront, { once: true });
  }
  if (host.matches(':popover-open')) host.hidePopover();
  host.showPopover();
}

function drawShape(name: 'svg' | 'circle' | 'path', attributes: Record<string, string>) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function drawIcon(path: string, className = ''): SVGElement {
  const icon = drawShape('svg', { class: className, viewBox: '0 0 24 24', 'aria-hidden': 'true' });
  icon.append(drawShape('path', { d: path }));
  return icon;
}

function drawToast(kind: ToastKind, text: string, toast: Toast, dismiss: () => void): HTMLElement {
  const mark = drawIcon(marks[kind], 'toast-mark');
  mark.prepend(drawShape('circle', { cx: '12', cy: '12', r: '10' }));
  const words = document.createElement('p');
  words.textContent = text;
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'toast-close';
  close.ariaLabel = 'Close';
  close.append(drawIcon(cross));
  close.addEventListener('click', dismiss);

  const element = document.createElement('div');
  element.className = `toast toast-${kind}`;
  element.append(mark, words, close);
  createRenderEffect(() => element.classList.toggle('toast-leaving', !toast.visible));
  return element;
}

/**
 * Called by toast.ts only. The same message again restarts the one on the screen instead of
 * stacking.
 */
export function showToast(kind: ToastKind, text: string): () => void {
  const id = `${kind} ${text}`;
  const dismiss = () => library.dismiss(id);
  moveToFront();
  library.custom((toast) => drawToast(kind, text, toast, dismiss), {
    id,
    duration,
    unmountDelay: 250,
  });
  if (shown.includes(id)) shown.splice(shown.indexOf(id), 1);
  shown.push(id);
  if (shown.length > maxShown) library.dismiss(shown.shift());
  return dismiss;
}
