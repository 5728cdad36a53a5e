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
import type { FriendshipType, MoveName } from './friends.rules.ts';
import type { Standing } from './friends.schema.ts';

/** Where the member stands with somebody, by user id: what changed since the screen was served. */
export const $friendships = map<Record<number, FriendshipType | undefined>>({});
/** People with whom something is under way. */
export const $underWay = atom<ReadonlySet<number>>(new Set());
/** Suggestions sent away since the screen was served. */
export const $dismissed = atom<ReadonlySet<number>>(new Set());

interface Move {
  call: (input: { user_id: number }) => Promise<unknown>;
  /** Shown at once. */
  expected: FriendshipType;
  /** Said to screen readers; to everybody where the catalogue has words for it. */
  done: () => void;
  failed: (error: Error) => string;
}

const general = (error: Error) => failureText(error, 'Something went wrong!');
const serverSays = ({ message }: Error) => message;

const moves: Record<MoveName, Move> = {
  add: {
    call: addFriend,
    expected: 'cancel_request',
    done: () => announce('Friend request sent.'),
    failed: serverSays,
  },
  cancel: {
    call: cancelRequest,
    expected: 'add_friend',
    done: () => announce('Friend request taken back.'),
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
    done: () => announce('No longer friends.'),
    failed: general,
  },
};

const setStanding = (userId: number, standing: FriendshipType | undefined) =>
  $friendships.setKey(userId, standing);
onRestore<{ userId: number; standing: FriendshipType }>('friendship', ({ userId, standing }) =>
  setStanding(userId, standing),
);

function settle(userId: number, standing: FriendshipType) {
  setStanding(userId, standing);
  recordChange('friendship', { userId, standing });
}

function setUnderWay(userId: number, isOn: boolean) {
  const next = new Set($underWay.get());
  if (isOn) next.add(userId);
  else next.delete(userId);
  $underWay.set(next);
}

/** The other side was quicker: what holds now is asked for, so that the buttons tell the truth. */
async function askAgain(userId: number): Promise<void> {
  try {
    const [person] = await listPeople({ userIds: String(userId) });
    settle(userId, person?.friendship_type ?? 'cannot_add');
  } catch {
    // Then the buttons stay as they were, and the next press finds out.
  }
}

/** Takes the step at once and asks the server; tells whether it went through. */
export async function move(name: MoveName, userId: number): Promise<boolean> {
  if ($underWay.get().has(userId)) return false;
  const { call, expected, done, failed } = moves[name];
  const before = $friendships.get()[userId];
  setUnderWay(userId, true);
  setStanding(userId, expected);
  try {
    const said = (await call({ user_id: userId })) as Standing | undefined;
    settle(userId, said?.friendship_type ?? expected);
    done();
    return true;
  } catch (error) {
    setStanding(userId, before);
    toast.error(failed(error as Error));
    if (error instanceof RestError && [400, 401, 404].includes(error.status))
      await askAgain(userId);
    return false;
  } finally {
    setUnderWay(userId, false);
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
