import type { Member } from '#domains/policy/viewer.ts';
import { consume } from '#server/limits.ts';
import { seeOther, submit, type FormState } from '#server/page-form.ts';
import { safeNext } from '#server/safe-next.ts';
import { friendForm } from './friends.schema.ts';
import {
  addFriend,
  cancelRequest,
  confirmRequest,
  rejectRequest,
  removeFriend,
} from './friendship-changes.server.ts';
import { dismissSuggestion } from './suggestions.server.ts';

const steps = {
  add: addFriend,
  cancel: cancelRequest,
  confirm: confirmRequest,
  reject: rejectRequest,
  remove: removeFriend,
  dismiss: dismissSuggestion,
};

/**
 * Handles the buttons without script: runs the action and redirects back. Returns the form state on
 * failure.
 */
export async function answerFriendForm(
  screen: Parameters<typeof submit>[0],
  member: Member,
): Promise<Response | FormState> {
  const { done, state } = await submit(screen, friendForm, async ({ step, userId, next }) => {
    if (step === 'add') await consume(['friendRequest', member.id]);
    await steps[step](member, userId);
    return { next };
  });
  return done ? seeOther(safeNext(done.next, '/friends')) : state;
}
