import {
  collectDueMails,
  dropDeliveries,
  notificationMailQueue,
  pruneMails,
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
import { defineMailQueue } from '#server/mail.ts';
import { siteNotices } from './notification-kinds.ts';
import { notificationsHandlers } from './notifications.api.ts';
import { pruneNotifications } from './prune.server.ts';
import { welcomeMember } from './welcome.server.ts';

export const notificationsDomain = defineDomain({
  name: 'notifications',
  notices: siteNotices,
  handlers: [...notificationsHandlers, ...preferencesHandlers, ...muteHandlers, ...pushHandlers],
  queues: [
    { name: 'due-notification-mails', schedule: '* * * * *', work: collectDueMails },
    defineMailQueue(notificationMailQueue, composeNotificationMail, 4),
    // Each push enqueues its own job; the run every minute is for quiet hours that have ended, and
    // for a lost job.
    { name: 'due-pushes', schedule: '* * * * *', work: collectDuePushes },
    {
      name: pushQueue,
      concurrency: 8,
      isOutgoing: true,
      work: (push, { signal }) => sendPushes(push as PushJob, signal),
    },
  ],
  onCopied: dropDeliveries,
  prunes: { mails: pruneMails, notifications: pruneNotifications },
  onMemberActivated: welcomeMember,
});
