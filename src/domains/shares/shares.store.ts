import { clearIdempotencyKey, idempotencyKeyFor } from '#lib/idempotency-keys.ts';
import { failureText } from '#lib/rest.ts';
import { toWireType } from '#lib/wire-names.ts';
import { toast } from '#ui/toast.ts';
import { $lastShare, type ShareTarget } from './last-share.store.ts';
import { share as shareCall, sharedPostId } from './shares.calls.ts';
import { shareKey } from './shares.rules.ts';

/** Shares an item once, however often it is retried. Returns whether it succeeded. */
export async function share(
  { type, id }: ShareTarget,
  body: string,
  isPaid = false,
): Promise<boolean> {
  const name = shareKey({ type, id });
  try {
    const shared = await shareCall(
      { type: toWireType(type), id, body, ...(isPaid ? { is_paid: 1 } : {}) },
      { idempotencyKey: idempotencyKeyFor(name, `${isPaid ? 'paid ' : ''}${body}`) },
    );
    clearIdempotencyKey(name);
    toast.success('Post shared successfully!');
    $lastShare.set({ type, id, postId: sharedPostId(shared) });
    return true;
  } catch (error) {
    toast.error(failureText(error, 'Error sharing post'));
    return false;
  }
}
