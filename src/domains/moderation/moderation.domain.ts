import { contactHandlers } from '#domains/moderation/contact/contact.api.ts';
import { composeContact, contactQueue } from '#domains/moderation/contact/contact.server.ts';
import { helpHandlers } from '#domains/moderation/help/help.api.ts';
import { queueHandlers } from '#domains/moderation/queue/queue.api.ts';
import { countOpenReports } from '#domains/moderation/queue/queue.server.ts';
import { defineDomain } from '#server/domain.ts';
import { hour } from '#server/limits.ts';
import { defineMailQueue } from '#server/mail.ts';
import { moderationHandlers } from './reports.api.ts';

export const moderationDomain = defineDomain({
  name: 'moderation',
  handlers: [...contactHandlers, ...helpHandlers, ...moderationHandlers, ...queueHandlers],
  limits: {
    report: [[30, hour]],
    contact: [[5, hour]],
  },
  queues: [defineMailQueue(contactQueue, composeContact)],
  badges: { reports: countOpenReports },
});
