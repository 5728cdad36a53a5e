import type { Member } from '#domains/policy/viewer.ts';
import { invalid } from '#server/errors.ts';
import { seeOther, submit, type FormState } from '#server/page-form.ts';
import { safeNext } from '#server/safe-next.ts';
import {
  deleteNotifications,
  markAllRead,
  markRead,
  markUnread,
} from './notification-changes.server.ts';
import { notificationForm } from './notifications.schema.ts';

const steps = {
  read: markRead,
  unread: markUnread,
  delete: (member: Member, id: number) => deleteNotifications(member, [id]),
};

/**
 * Runs the action of a form sent without script, then redirects back. Returns the form's problems
 * if it failed.
 */
export async function answerNotificationForm(
  screen: Parameters<typeof submit>[0],
  member: Member,
): Promise<Response | FormState> {
  const { done, state } = await submit(screen, notificationForm, async ({ step, id, next }) => {
    if (step === 'read-all') await markAllRead(member);
    else if (id === undefined) throw invalid('Please fill in this field.', 'notification_id');
    else await steps[step](member, id);
    return { next };
  });
  return done ? seeOther(safeNext(done.next, '/notifications')) : state;
}
