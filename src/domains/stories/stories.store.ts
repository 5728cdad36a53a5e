import { atom, map } from 'nanostores';
import { onRestore, recordChange } from '#lib/bfcache-changes.ts';
import { isolate } from '#lib/names.ts';
import { RestError } from '#lib/rest.ts';
import { toast } from '#ui/toast.ts';
import {
  browseStories,
  deleteStory,
  markStorySeen,
  muteStories,
  readStory,
} from './stories.calls.ts';
import type { StoryGroup, StoryItem } from './stories.schema.ts';
import { cookieValue, seenCookie, seenDays, seenIds, withSeen } from './story-seen.rules.ts';

export type GroupChange = Partial<
  Pick<StoryGroup, 'story_id' | 'total_stories' | 'isViewed' | 'isMute'>
>;

/** What has changed since the strip was served, by owner. */
export const $groupChanges = map<Record<number, GroupChange | undefined>>({});

/**
 * The groups of the strip in their order, for the way from one member to the next. Null where there
 * is no strip.
 */
export const $groups = atom<StoryGroup[] | null>(null);

interface Changed {
  ownerId: number;
  change: GroupChange;
}

const apply = ({ ownerId, change }: Changed) =>
  $groupChanges.setKey(ownerId, { ...$groupChanges.get()[ownerId], ...change });
onRestore<Changed>('stories', apply);

function changeGroup(ownerId: number, change: GroupChange): void {
  apply({ ownerId, change });
  recordChange('stories', { ownerId, change } satisfies Changed);
}

export const asChanged = (group: StoryGroup, change: GroupChange | undefined): StoryGroup =>
  change ? { ...group, ...change } : group;

/**
 * What this device remembers to have opened; the server remembers it for members on all of theirs.
 */
export const seenHere = (memberId: number): number[] =>
  seenIds(cookieValue(document.cookie, seenCookie), memberId);

function rememberSeen(memberId: number, storyId: number): void {
  const text = withSeen(cookieValue(document.cookie, seenCookie), memberId, storyId);
  document.cookie = `${seenCookie}=${text}; Max-Age=${seenDays * 24 * 60 * 60}; Path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`;
}

/**
 * A story was opened, and with it its owner's ring is seen. @param items all of that owner, with
 * this one seen already
 */
export function tellSeen(memberId: number, item: StoryItem, items: StoryItem[]): void {
  rememberSeen(memberId, item.story_id);
  const next = items.find(({ isViewed }) => !isViewed) ?? items[0]!;
  changeGroup(item.owner_id, { story_id: next.story_id, isViewed: 1 });
  // Nobody waits for it, and the device remembers in any case.
  void markStorySeen({ id: item.story_id }, { keepalive: true }).catch(() => undefined);
}

/** All active stories of one member, oldest first. */
export async function readActive(ownerId: number): Promise<StoryItem[]> {
  const [group] = (await browseStories({ user_id: ownerId })).response;
  return group?.total_stories ? (await readStory({ id: group.story_id })).response : [];
}

/** Asks anew how the own stories stand: after one more, or one less. */
export async function refreshOwn(memberId: number): Promise<void> {
  try {
    const [own] = (await browseStories({ user_id: memberId })).response;
    if (own)
      changeGroup(memberId, {
        story_id: own.story_id,
        total_stories: own.total_stories,
        isViewed: own.isViewed,
      });
  } catch {
    // The strip shows it the next time it is drawn.
  }
}

/** Tells whether it is gone. */
export async function removeStory(memberId: number, id: number): Promise<boolean> {
  try {
    await deleteStory({ id });
  } catch (error) {
    // Ended meanwhile, or deleted elsewhere: what was wanted is so.
    if (!(error instanceof RestError && error.status === 404)) {
      toast.error('An error occurred while deleting the story');
      return false;
    }
  }
  toast.success('Story deleted successfully');
  void refreshOwn(memberId);
  return true;
}

export async function setMuted(
  { story_id: id, owner_id: ownerId, owner_title: name }: StoryItem,
  isMuted: boolean,
): Promise<boolean> {
  try {
    await muteStories({ id, mute: isMuted ? 1 : 0 });
  } catch {
    toast.error('This could not be done. Please try again.');
    return false;
  }
  changeGroup(ownerId, { isMute: isMuted ? 1 : 0 });
  toast.success(
    isMuted ? `Stories of ${isolate(name)} are muted` : `Stories of ${isolate(name)} are back`,
  );
  return true;
}
