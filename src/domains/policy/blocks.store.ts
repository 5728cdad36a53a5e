import { atom } from 'nanostores';
import { onRestore, recordChange } from '#lib/bfcache-changes.ts';
import { emitLive, type LiveSubject } from '#lib/live-events.ts';
import { toast } from '#ui/toast.ts';
import { blockMember as blockCall } from './policy.calls.ts';

/**
 * Members blocked since the screen was served: nothing of theirs shows any more, wherever it
 * stands.
 */
export const $blocked = atom<ReadonlySet<number>>(new Set());

const add = (memberId: number) => $blocked.set(new Set([...$blocked.get(), memberId]));
onRestore<number>('blocked', add);

/** @param say how to tell that it is done: at once, or on the screen that comes next */
export async function blockMember(
  memberId: number,
  say: (text: string) => void = toast.success,
): Promise<boolean> {
  try {
    await blockCall({ user_id: memberId });
  } catch {
    toast.error('Error blocking user');
    return false;
  }
  add(memberId);
  recordChange('blocked', memberId);
  emitLive('blocked', { id: memberId } satisfies LiveSubject);
  say('User blocked successfully');
  return true;
}
