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

/** Whether the menu of a dashboard stands where the expanded box would cover it. */
const hasMenuBelow = () => document.querySelector('.staff-side')?.checkVisibility() ?? false;

/** Restores the dock of the previous page, folded where it would cover a menu. */
export function restoreDock(): void {
  const stored = getStoredJson<DockState>(name, 'tab');
  $dock.set(stored && { ...stored, isShown: stored.isShown && !hasMenuBelow() });
}
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
