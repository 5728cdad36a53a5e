import type { Audience } from '#domains/policy/audience.rules.ts';
import type { Tx } from '#server/db.ts';
import { fromEachDomain } from '#server/domain.ts';
import type { Activity } from './activity.server.ts';

export interface NewActivity {
  activity: Activity;
  authorId: number;
  audience: Audience | 'container';
  itemId?: number;
  friendId?: number;
  /** With the audience `container`: stands there alone, not on the author's wall or in home feeds. */
  container?: { type: string; id: number };
}

export type ActivityItem = Pick<NewActivity, 'activity'> & { itemId: number };

declare module '#server/domain.ts' {
  interface Domain {
    /** Stores activities as posts. */
    activityPosts?: {
      write: (tx: Tx, activity: NewActivity) => Promise<void>;
      remove: (tx: Tx, item: ActivityItem) => Promise<void>;
    };
  }
}

/**
 * Adds an activity to the feed, unless its author, or the friend that it is about, does not share
 * this type.
 */
export async function shareActivity(tx: Tx, activity: NewActivity): Promise<void> {
  for (const { write } of fromEachDomain('activityPosts')) await write(tx, activity);
}

/** Deletes the posts about an item, for the transaction that deletes it. */
export async function removeActivity(tx: Tx, item: ActivityItem): Promise<void> {
  for (const { remove } of fromEachDomain('activityPosts')) await remove(tx, item);
}
