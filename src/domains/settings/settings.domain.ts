import { subscriptionsHandlers } from '#domains/settings/subscriptions/subscriptions.api.ts';
import { defineDomain } from '#server/domain.ts';
import { purgeDue, purgeQueue } from './purge.server.ts';
import { settingsHandlers } from './settings.api.ts';

export const settingsDomain = defineDomain({
  name: 'settings',
  handlers: [...settingsHandlers, ...subscriptionsHandlers],
  // Each deletion schedules its own job; the hourly one covers lost jobs.
  queues: [{ name: purgeQueue, work: purgeDue }],
  prunes: { deletedAccounts: purgeDue },
});
