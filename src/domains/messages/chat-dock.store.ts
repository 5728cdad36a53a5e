import { atom } from 'nanostores';
import { getStoredJson, setStored } from '#lib/browser-storage.ts';

/**
 * The message box that lies over the screens: which conversation it has, and whether it is shown.
 * It comes along from page to page.
 */
export interface DockState {
  id: number;
  isShown: boolean;
}

const name = 'message-box';

export const $box = atom<DockState | null>(null);

function setBox(box: DockState | null): void {
  $box.set(box);
  setStored(name, box ? JSON.stringify(box) : '', 'tab');
}

/** Brings the box of the page before. */
export const restoreDock = (): void => $box.set(getStoredJson<DockState>(name, 'tab'));
export const openDock = (id: number): void => setBox({ id, isShown: true });
export const showDock = (isShown: boolean): void =>
  setBox($box.get() && { ...$box.get()!, isShown });
export const closeDock = (): void => setBox(null);

/** Where a conversation opens: phones have no room for a box, and its own screen needs none. */
export const hasRoomForDock = (): boolean =>
  innerWidth >= 768 && !location.pathname.startsWith('/messages');
