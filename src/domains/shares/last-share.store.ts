import { atom } from 'nanostores';
import type { SharePreview } from './shares.rules.ts';

export type ShareTarget = Pick<SharePreview, 'type' | 'id'>;

/** The latest share made on this screen, with the id of its post. */
export const $lastShare = atom<(ShareTarget & { postId: number }) | undefined>();
