import { atom } from 'nanostores';
import type { SharePreview } from './shares.rules.ts';

export type ShareTarget = Pick<SharePreview, 'type' | 'id'>;

/** The newest share that was made on this screen, and the post that it became. */
export const $lastShare = atom<(ShareTarget & { actionId: number }) | undefined>();
