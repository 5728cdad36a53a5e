import type { Viewer } from '#domains/policy/viewer.ts';

export interface LastStatus {
  text: string;
  publishedAt: string;
}

type Reader = (viewer: Viewer, memberId: number) => Promise<LastStatus | undefined>;

let reader: Reader | undefined;

/** Called by the domain that keeps what members write, when it is loaded. */
export const readsLastStatus = (read: Reader) => void (reader = read);

/** The newest of the member's posts of words alone that the viewer may see. */
export const findLastStatus: Reader = async (viewer, memberId) => reader?.(viewer, memberId);
