import type { Viewer } from '#domains/policy/viewer.ts';
import { fromEachDomain } from '#server/domain.ts';

export interface LastStatus {
  text: string;
  publishedAt: string;
}

type Reader = (viewer: Viewer, memberId: number) => Promise<LastStatus | undefined>;

declare module '#server/domain.ts' {
  interface Domain {
    /** The member's newest post with only text that the viewer may see. */
    findLastStatus?: Reader;
  }
}

export const findLastStatus: Reader = async (viewer, memberId) =>
  fromEachDomain('findLastStatus')[0]?.(viewer, memberId);
