import { atom, map } from 'nanostores';
import { onRestore, recordChange } from '#lib/bfcache-changes.ts';
import { failureText, RestError } from '#lib/rest.ts';
import { announce, toast } from '#ui/toast.ts';
import {
  addFriend,
  cancelRequest,
  confirmRequest,
  dismissSuggestion,
  listPeople,
  rejectRequest,
  removeFriend,
} from './friends.calls.ts';
import { toFriendship } from './friends.model.ts';
import type { FriendAction, FriendshipType } from './friends.rules.ts';
import type { FriendshipResult, PersonInput } from './friends.schema.ts';

/** Friendships changed since the screen was served, by user id. */
export const $friendships = map<Record<number, FriendshipType | undefined>>({});
/** Ids of people with an action in progress. */
export const $pendingIds = atom<ReadonlySet<number>>(new Set());
/** Suggestions dismissed since the screen was served. */
export const $dismissed = atom<ReadonlySet<number>>(new Set());

interface ActionSpec {
  call: (input: PersonInput) => Promise<unknown>;
  /** State shown optimistically. */
  expected: FriendshipType;
  /** Announces the result: to screen readers, or as a toast if the catalogue has a text. */
  done: () => void;
  failed: (error: Error) => string;
}

const general = (error: Error) => failureText(error, 'Something went wrong!');
const serverMessage = ({ message }: Error) => message;

const actionSpecs: Record<FriendAction, ActionSpec> = {
  add: {
    call: addFriend,
    expected: 'cancel_request',
    done: () => announce('Friend request sent.'),
    failed: serverMessage,
  },
  cancel: {
    call: cancelRequest,
    expected: 'add_friend',
    done: () => announce('Friend request cancelled.'),
    failed: general,
  },
  confirm: {
    call: confirmRequest,
    expected: 'remove_friend',
    done: () => toast.success('Friend request accepted!'),
    failed: general,
  },
  reject: {
    call: rejectRequest,
    expected: 'add_friend',
    done: () => toast.success('Friend request rejected!'),
    failed: general,
  },
  remove: {
    call: removeFriend,
    expected: 'add_friend',
    done: () => announce('Friend removed.'),
    failed: general,
  },
};

const setFriendship = (userId: number, friendship: FriendshipType | undefined) =>
  $friendships.setKey(userId, friendship);
onRestore<{ userId: number; friendship: FriendshipType }>('friendship', ({ userId, friendship }) =>
  setFriendship(userId, friendship),
);

function saveFriendship(userId: number, friendship: FriendshipType) {
  setFriendship(userId, friendship);
  recordChange('friendship', { userId, friendship });
}

function setPending(userId: number, isOn: boolean) {
  const next = new Set($pendingIds.get());
  if (isOn) next.add(userId);
  else next.delete(userId);
  $pendingIds.set(next);
}

/** Loads the current state after a conflict with the other member's action. */
async function reloadFriendship(userId: number): Promise<void> {
  try {
    const [person] = await listPeople({ userIds: String(userId) });
    saveFriendship(userId, toFriendship(person) ?? 'cannot_add');
  } catch {
    // The buttons stay as they are; the next press shows the result.
  }
}

/** Applies the action optimistically and sends it. Returns whether it succeeded. */
export async function runFriendAction(name: FriendAction, userId: number): Promise<boolean> {
  if ($pendingIds.get().has(userId)) return false;
  const { call, expected, done, failed } = actionSpecs[name];
  const before = $friendships.get()[userId];
  setPending(userId, true);
  setFriendship(userId, expected);
  try {
    const response = (await call({ user_id: userId })) as FriendshipResult | undefined;
    saveFriendship(userId, toFriendship(response) ?? expected);
    done();
    return true;
  } catch (error) {
    setFriendship(userId, before);
    toast.error(failed(error as Error));
    if (error instanceof RestError && [400, 401, 404].includes(error.status))
      await reloadFriendship(userId);
    return false;
  } finally {
    setPending(userId, false);
  }
}

export async function dismiss(userId: number): Promise<void> {
  const before = $dismissed.get();
  $dismissed.set(new Set([...before, userId]));
  try {
    await dismissSuggestion({ user_id: userId });
  } catch (error) {
    $dismissed.set(new Set([...$dismissed.get()].filter((id) => id !== userId)));
    toast.error(general(error as Error));
  }
}
