import { composeAuthMail, mailQueue, type AuthMail } from '#domains/auth/auth-mails.server.ts';
import { sweepAccounts } from '#domains/auth/sweep.server.ts';
import { sweepLinkPreviews } from '#domains/posts/link-lookup.server.ts';
import { linkPreviewQueue, previewLink } from '#domains/posts/link-preview.server.ts';
import { publishDue, publishQueue } from '#domains/posts/schedule.server.ts';
import { startJobs, stopJobs, type Queue } from '#server/jobs.ts';
import { sendOnce } from '#server/mail.ts';
import { sweepPlumbing } from '#server/sweep.ts';

/** What runs in the background. */
const queues: Queue[] = [
  { name: mailQueue, atOnce: 4, work: (mail, { id }) => sendOnce(id, () => composeAuthMail(mail as AuthMail, id)) },
  // Each post for later brings its own job; the look every minute is for one that was lost.
  { name: publishQueue, schedule: '* * * * *', work: publishDue },
  { name: linkPreviewQueue, atOnce: 4, work: (link) => previewLink(link as { attachmentId: number }) },
  {
    name: 'hourly-sweep',
    schedule: '17 * * * *',
    work: async () => {
      await sweepAccounts();
      await sweepPlumbing();
      await sweepLinkPreviews();
    },
  },
];

export const startBackgroundJobs = () => startJobs(queues);
export const stopBackgroundJobs = () => stopJobs();
