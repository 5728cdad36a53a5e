import { atom } from 'nanostores';
import { keep, readKeptJson } from '#lib/kept.ts';

/**
 * The message box that lies over the screens: which conversation it has, and whether it is shown.
 * It comes along from page to page.
 */
export interface Box {
  id: number;
  isShown: boolean;
}

const name = 'message-box';

export const $box = atom<Box | null>(null);

function setBox(box: Box | null): void {
  $box.set(box);
  keep(name, box ? JSON.stringify(box) : '', 'tab');
}

/** Brings the box of the page before. */
export const bringBox = (): void => $box.set(readKeptJson<Box>(name, 'tab'));
export const openBox = (id: number): void => setBox({ id, isShown: true });
export const showBox = (isShown: boolean): void =>
  setBox($box.get() && { ...$box.get()!, isShown });
export const closeBox = (): void => setBox(null);

/** Where a conversation opens: phones have no room for a box, and its own screen needs none. */
export const hasRoomForBox = (): boolean =>
  innerWidth >= 768 && !location.pathname.startsWith('/messages');
