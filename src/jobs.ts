import { exportQueue, sweepExports } from '#domains/archive/exports.server.ts';
import { importQueue } from '#domains/archive/import/imports.server.ts';
import { runImport } from '#domains/archive/import/run-import.server.ts';
import { sweepImports } from '#domains/archive/import/undo-import.server.ts';
import { makeExport } from '#domains/archive/make-export.server.ts';
import { composeAuthMail, mailQueue, type AuthMail } from '#domains/auth/auth-mails.server.ts';
import { sweepAccounts } from '#domains/auth/sweep.server.ts';
import { composeInvite, inviteQueue } from '#domains/friends/invites/invites.server.ts';
import { sweepChanges } from '#domains/live/missed-changes.server.ts';
import { sweepMedia } from '#domains/media/media-sweep.server.ts';
import { widthsQueue } from '#domains/media/photos.server.ts';
import { finishVideo } from '#domains/media/videos/finish-video.server.ts';
import { videoQueue } from '#domains/media/videos/videos.server.ts';
import { addWidths } from '#domains/media/widths.server.ts';
import { sweepConversations } from '#domains/messages/sweep.server.ts';
import { composeContact, contactQueue } from '#domains/moderation/contact/contact.server.ts';
import {
  collectDueMails,
  notificationMailQueue,
  sweepMails,
} from '#domains/notifications/mails/collect.server.ts';
import { composeNotificationMail } from '#domains/notifications/mails/notification-mail.server.ts';
import {
  collectDuePushes,
  pushQueue,
  sendPushes,
  type PushJob,
} from '#domains/notifications/push/deliver.server.ts';
import { sweepNotifications } from '#domains/notifications/sweep.server.ts';
import { sweepGonePosts } from '#domains/posts/gone-posts.server.ts';
import { sweepLinkPreviews } from '#domains/posts/links/link-lookup.server.ts';
import { linkPreviewQueue, previewLink } from '#domains/posts/links/link-preview.server.ts';
import { publishDue, publishQueue } from '#domains/posts/schedule/schedule.server.ts';
import { collectWords, recountWords } from '#domains/search/vocabulary.server.ts';
import { purgeDue, purgeQueue } from '#domains/settings/purge.server.ts';
import { endedQueue, removeEnded } from '#domains/stories/expire-stories.server.ts';
import { startJobs, stopJobs, type Queue } from '#server/jobs.ts';
import { errorFields, log } from '#server/log.ts';
import { sendOnce } from '#server/mail.ts';
import { runSweeps, sweepPlumbing } from '#server/sweep.ts';
import { sweepWorkFolders } from '#server/uploads/work-folder.ts';

/** Each process looks after its own machine's folders; the jobs below happen once for all. */
let hourly: NodeJS.Timeout | undefined;

/** What runs in the background. */
const queues: Queue[] = [
  {
    name: mailQueue,
    atOnce: 4,
    work: (mail, { id }) => sendOnce(id, () => composeAuthMail(mail as AuthMail, id)),
  },
  {
    name: inviteQueue,
    work: (invite, { id }) => sendOnce(id, () => composeInvite(invite as { inviteId: number })),
  },
  {
    name: contactQueue,
    work: (message, { id }) =>
      sendOnce(id, () => composeContact(message as { messageId: number; adminId: number })),
  },
  { name: 'due-notification-mails', schedule: '* * * * *', work: collectDueMails },
  {
    name: notificationMailQueue,
    atOnce: 4,
    work: (mail, { id }) => sendOnce(id, () => composeNotificationMail(mail as { mailId: string })),
  },
  // Each push brings a word of its own; the look every minute is for quiet hours that are over, and
  // for one that was lost.
  { name: 'due-pushes', schedule: '* * * * *', work: collectDuePushes },
  { name: pushQueue, atOnce: 8, work: (push, { signal }) => sendPushes(push as PushJob, signal) },
  // Each post for later brings its own job; the look every minute is for one that was lost.
  { name: publishQueue, schedule: '* * * * *', work: publishDue },
  {
    name: linkPreviewQueue,
    atOnce: 4,
    work: (link) => previewLink(link as { attachmentId: number }),
  },
  // Each deleted account brings its own job; the hourly look is for one that was lost.
  { name: purgeQueue, work: purgeDue },
  { name: endedQueue, schedule: '*/5 * * * *', work: removeEnded },
  {
    name: widthsQueue,
    work: (pictures, { signal }) =>
      addWidths((pictures as { mediaIds: number[] }).mediaIds, signal),
  },
  {
    name: videoQueue,
    work: (video, { signal }) =>
      finishVideo(video as { mediaId: number; isTold?: boolean }, signal),
  },
  {
    name: exportQueue,
    work: (work, { signal }) => makeExport((work as { exportId: number }).exportId, signal),
  },
  {
    name: importQueue,
    work: (work, { signal }) => runImport((work as { importId: number }).importId, signal),
  },
  { name: 'known-words', schedule: '* * * * *', work: collectWords },
  { name: 'recount-words', schedule: '41 3 * * *', work: recountWords },
  {
    name: 'hourly-sweep',
    schedule: '17 * * * *',
    work: () =>
      runSweeps({
        accounts: sweepAccounts,
        plumbing: sweepPlumbing,
        changes: sweepChanges,
        deletedPosts: sweepGonePosts,
        mails: sweepMails,
        linkPreviews: sweepLinkPreviews,
        conversations: sweepConversations,
        notifications: sweepNotifications,
        deletedAccounts: purgeDue,
      }),
  },
  // A job of its own: a store that hangs must not keep the sweeps of the database waiting.
  {
    name: 'hourly-file-sweep',
    schedule: '27 * * * *',
    work: () => runSweeps({ media: sweepMedia, exports: sweepExports, imports: sweepImports }),
  },
];

export async function startBackgroundJobs(): Promise<void> {
  // What an earlier process was receiving when it was ended.
  await sweepWorkFolders();
  hourly ??= setInterval(
    () =>
      void sweepWorkFolders().catch((error: unknown) =>
        log('warn', 'sweep of uploads', errorFields(error)),
      ),
    60 * 60 * 1_000,
  ).unref();
  await startJobs(queues);
}

let isLooking = false;
let isAsked = false;
/**
 * Somebody is to be pushed something now. Words that come while we look are heard by one more look.
 */
export async function hearDue(): Promise<void> {
  isAsked = true;
  if (isLooking) return;
  isLooking = true;
  try {
    while (isAsked) {
      isAsked = false;
      await collectDuePushes();
    }
  } catch (error) {
    log('warn', 'pushes not collected', errorFields(error));
  } finally {
    isLooking = false;
  }
}

export const stopBackgroundJobs = stopJobs;
