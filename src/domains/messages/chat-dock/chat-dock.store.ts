import { atom } from 'nanostores';
import { getStoredJson, setStored } from '#lib/browser-storage.ts';

/**
 * The message box docked over all screens: its conversation, and whether it is expanded. Kept
 * across page loads.
 */
export interface DockState {
  id: number;
  isShown: boolean;
}

const name = 'message-box';

export const $dock = atom<DockState | null>(null);

function setDock(dock: DockState | null): void {
  $dock.set(dock);
  setStored(name, dock ? JSON.stringify(dock) : '', 'tab');
}

/** Restores the dock of the previous page. */
export const restoreDock = (): void => $dock.set(getStoredJson<DockState>(name, 'tab'));
export const openDock = (id: number): void => setDock({ id, isShown: true });
export const showDock = (isShown: boolean): void =>
  setDock($dock.get() && { ...$dock.get()!, isShown });
export const closeDock = (): void => setDock(null);

/**
 * Whether conversations open in the dock: not on phones, which lack room, nor on the messages
 * screen.
 */
export const hasRoomForDock = (): boolean =>
  innerWidth >= 768 && !location.pathname.startsWith('/messages');
