import { exportedAnswers } from '#domains/containers/answers/answers.server.ts';
import { categoryHandlers } from '#domains/containers/categories/categories.api.ts';
import {
  categoryMovesQueue,
  categoryWordsQueue,
  moveContents,
  renewWords,
  type CategoryMove,
  type WordsRenewal,
} from '#domains/containers/categories/category-batches.server.ts';
import {
  deleteCopiedLinks,
  pruneInviteLinks,
} from '#domains/containers/invitations/invite-links.server.ts';
import {
  deleteLeaverRows,
  deleteRows,
  deletionQueue,
  leaverQueue,
  type Leaver,
} from '#domains/containers/lifecycle/deletion.server.ts';
import { pruneAuditLog } from '#domains/containers/membership/staff.server.ts';
import {
  lockSuccessors,
  settleSuccession,
  settleSuspendedOwners,
  suspendedOwnersQueue,
} from '#domains/containers/ownership/succession.server.ts';
import { compareCounters, countersQueue } from '#domains/containers/statistics/counters.server.ts';
import { flushViews, pruneViews } from '#domains/containers/statistics/views.server.ts';
import { defineDomain } from '#server/domain.ts';
import { day, hour } from '#server/limits.ts';
import { sql } from '#server/sql.ts';
import { shownContainerPicture } from './container-access.server.ts';
import { ofContainer } from './container-items.server.ts';
import { wallKind } from './container-kinds.server.ts';
import type { ContainerRef } from './container-lock.server.ts';
import { exportedContainers, exportedMemberships } from './export.server.ts';
import { notifyOfWidening, widenedQueue } from './settings.server.ts';
import { countContainerSitemapPages, listContainerSitemapPage } from './sitemap.server.ts';

const hasKey = ({ type, id }: ContainerRef) => sql`type = ${type} and id = ${id}`;

export const containersDomain = defineDomain({
  name: 'containers',
  containerKinds: {
    member: wallKind,
  },
  exportSections: {
    'memberships.json': exportedMemberships,
    'containers.json': exportedContainers,
    'answers.json': exportedAnswers,
  },
  publicPictures: { containers: { shown: shownContainerPicture } },
  sitemaps: {
    containers: { countPages: countContainerSitemapPages, listPage: listContainerSitemapPage },
  },
  handlers: categoryHandlers,
  queues: [
    {
      name: categoryWordsQueue,
      work: (renewal, { signal }) => renewWords(renewal as WordsRenewal, signal),
    },
    {
      name: categoryMovesQueue,
      work: (move, { signal }) => moveContents(move as CategoryMove, signal),
    },
    {
      name: countersQueue,
      schedule: '23 3 * * *',
      work: async () => void (await compareCounters()),
    },
    // Each deletion brings its own job; the nightly one is for what was left.
    { name: deletionQueue, schedule: '43 3 * * *', work: (_, { signal }) => deleteRows(signal) },
    {
      name: leaverQueue,
      work: (leaver, { signal }) => deleteLeaverRows(leaver as Leaver, signal),
    },
    { name: suspendedOwnersQueue, schedule: '53 3 * * *', work: settleSuspendedOwners },
    {
      name: widenedQueue,
      work: (widened) => notifyOfWidening(widened as ContainerRef & { actorId: number }),
    },
  ],
  limits: {
    joinContainer: [
      [30, hour],
      [100, day],
    ],
    followContainer: [[100, hour]],
    inviteToContainer: [[200, day]],
    containerExport: [[1, day]],
  },
  onCopied: deleteCopiedLinks,
  lockBeforeLeaving: lockSuccessors,
  onMemberLeaving: settleSuccession,
  containerRows: {
    container_answers: hasKey,
    memberships: hasKey,
    container_viewers: hasKey,
    container_audit_log: hasKey,
    reactions: ofContainer,
    notifications: ({ type, id }) => sql`context_type = ${type} and context_id = ${id}`,
  },
  onStop: flushViews,
  prunes: {
    containerAuditLog: pruneAuditLog,
    containerInviteLinks: pruneInviteLinks,
    containerViews: pruneViews,
  },
});
