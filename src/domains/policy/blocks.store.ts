import { atom } from 'nanostores';
import { onRestore, recordChange } from '#lib/bfcache-changes.ts';
import { emitLive, type LiveSubject } from '#lib/live-events.ts';
import { toast } from '#ui/toast.ts';
import { blockMember as blockCall } from './policy.calls.ts';

/**
 * Members blocked since the screen was served: none of their content is shown any more, on any part
 * of the screen.
 */
export const $blocked = atom<ReadonlySet<number>>(new Set());

const add = (memberId: number) => $blocked.set(new Set([...$blocked.get(), memberId]));
onRestore<number>('blocked', add);

/** @param notify shows that it is done: at once, or on the next screen */
export async function blockMember(
  memberId: number,
  notify: (text: string) => void = toast.success,
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
  notify('User blocked successfully');
  return true;
}
