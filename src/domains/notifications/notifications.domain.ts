import {
  collectDueMails,
  notificationMailQueue,
  sweepMails,
} from '#domains/notifications/mails/collect.server.ts';
import { composeNotificationMail } from '#domains/notifications/mails/notification-mail.server.ts';
import { muteHandlers } from '#domains/notifications/mute/mute.api.ts';
import { preferencesHandlers } from '#domains/notifications/preferences/preferences.api.ts';
import {
  collectDuePushes,
  pushQueue,
  sendPushes,
  type PushJob,
} from '#domains/notifications/push/deliver.server.ts';
import { pushHandlers } from '#domains/notifications/push/push.api.ts';
import { defineDomain } from '#server/domain.ts';
import { sendOnce } from '#server/mail.ts';
import { notificationsHandlers } from './notifications.api.ts';
import { countUnreadNotifications } from './notifications.server.ts';
import { sweepNotifications } from './sweep.server.ts';
import { welcomeMember } from './welcome.server.ts';

export const notificationsDomain = defineDomain({
  name: 'notifications',
  handlers: [...notificationsHandlers, ...preferencesHandlers, ...muteHandlers, ...pushHandlers],
  queues: [
    { name: 'due-notification-mails', schedule: '* * * * *', work: collectDueMails },
    {
      name: notificationMailQueue,
      atOnce: 4,
      work: (mail, { id }) =>
        sendOnce(id, () => composeNotificationMail(mail as { mailId: string })),
    },
    // Each push notifies by itself; the look every minute is for quiet hours that are over, and for
    // one that was lost.
    { name: 'due-pushes', schedule: '* * * * *', work: collectDuePushes },
    {
      name: pushQueue,
      atOnce: 8,
      work: (push, { signal }) => sendPushes(push as PushJob, signal),
    },
  ],
  sweeps: { mails: sweepMails, notifications: sweepNotifications },
  badges: { notifications: countUnreadNotifications },
  onMemberActivated: welcomeMember,
});
