import { atom, map } from 'nanostores';
import {
  cookieValue,
  seenCookie,
  seenDays,
  seenIds,
  withSeen,
} from '#domains/stories/player/story-seen.rules.ts';
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
import { toStories, toTrayPage, type StoryGroupModel, type StoryModel } from './stories.model.ts';

export type GroupChange = Partial<
  Pick<StoryGroupModel, 'storyId' | 'total' | 'isViewed' | 'isMuted'>
>;

/** Changes since the tray was served, by owner. */
export const $groupChanges = map<Record<number, GroupChange | undefined>>({});

/**
 * Groups of the tray in order, for the previous and next person in the player. Null without a tray.
 */
export const $groups = atom<StoryGroupModel[] | null>(null);

interface RecordedChange {
  ownerId: number;
  change: GroupChange;
}

const apply = ({ ownerId, change }: RecordedChange) =>
  $groupChanges.setKey(ownerId, { ...$groupChanges.get()[ownerId], ...change });
onRestore<RecordedChange>('stories', apply);

function changeGroup(ownerId: number, change: GroupChange): void {
  apply({ ownerId, change });
  recordChange('stories', { ownerId, change } satisfies RecordedChange);
}

export const withChange = (
  group: StoryGroupModel,
  change: GroupChange | undefined,
): StoryGroupModel => (change ? { ...group, ...change } : group);

/** Stories seen on this device; the server stores views for all devices of a member. */
export const seenHere = (memberId: number): number[] =>
  seenIds(cookieValue(document.cookie, seenCookie), memberId);

function rememberSeen(memberId: number, storyId: number): void {
  const text = withSeen(cookieValue(document.cookie, seenCookie), memberId, storyId);
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = seenDays * 24 * 60 * 60;
  document.cookie = `${seenCookie}=${text}; Max-Age=${age}; Path=/; SameSite=Lax${secure}`;
}

/**
 * Marks a story and its owner's ring as seen.
 * @param items all stories of that owner, with this one already marked
 */
export function markSeen(memberId: number, item: StoryModel, items: StoryModel[]): void {
  rememberSeen(memberId, item.id);
  const next = items.find(({ isViewed }) => !isViewed) ?? items[0]!;
  changeGroup(item.owner.id, { storyId: next.id, isViewed: true });
  // Not awaited: the device remembers it in any case.
  void markStorySeen({ id: item.id }, { keepalive: true }).catch(() => undefined);
}

/** The group of one member; undefined if the viewer sees none. */
export const readGroup = async (ownerId: number): Promise<StoryGroupModel | undefined> =>
  toTrayPage(await browseStories({ user_id: ownerId })).groups[0];

/** All active stories of one member, oldest first. */
export async function readActive(ownerId: number): Promise<StoryModel[]> {
  const group = await readGroup(ownerId);
  return group?.total ? toStories(await readStory({ id: group.storyId })) : [];
}

/** Reloads the own group after a story was added or deleted. */
export async function refreshOwn(memberId: number): Promise<void> {
  try {
    const own = await readGroup(memberId);
    if (own) {
      const { storyId, total, isViewed } = own;
      changeGroup(memberId, { storyId, total, isViewed });
    }
  } catch {
    // The tray shows it when rendered again.
  }
}

/** Returns whether the story is deleted. */
export async function removeStory(memberId: number, id: number): Promise<boolean> {
  try {
    await deleteStory({ id });
  } catch (error) {
    // Already ended or deleted elsewhere.
    if (!(error instanceof RestError && error.status === 404)) {
      toast.error('An error occurred while deleting the story');
      return false;
    }
  }
  toast.success('Story deleted successfully');
  void refreshOwn(memberId);
  return true;
}

export async function setMuted({ id, owner }: StoryModel, isMuted: boolean): Promise<boolean> {
  try {
    await muteStories({ id, mute: isMuted ? 1 : 0 });
  } catch {
    toast.error('Something went wrong. Please try again.');
    return false;
  }
  changeGroup(owner.id, { isMuted });
  toast.success(
    isMuted
      ? `Stories of ${isolate(owner.name)} are muted`
      : `Stories of ${isolate(owner.name)} are back`,
  );
  return true;
}
