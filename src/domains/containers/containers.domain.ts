import { defineDomain } from '#server/domain.ts';
import { roles } from './container-access.rules.ts';
import { shownContainerPicture } from './container-access.server.ts';
import { storedKind, wallKind } from './container-kinds.server.ts';
import { settleSuccession } from './ownership.server.ts';
import { pruneAuditLog } from './staff.server.ts';

export const containersDomain = defineDomain({
  name: 'containers',
  containerKinds: {
    member: wallKind,
    page: storedKind('page', {
      noun: 'page',
      editRole: roles.admin,
      path: (id) => `/pages/page/${id}`,
    }),
    group: storedKind('group', {
      noun: 'group',
      editRole: roles.moderator,
      path: (id) => `/groups/group/${id}`,
    }),
    event: storedKind('event', {
      noun: 'event',
      editRole: roles.admin,
      path: (id) => `/events/event/${id}`,
    }),
  },
  publicPictures: { containers: { shown: shownContainerPicture } },
  onMemberLeaving: settleSuccession,
  prunes: { containerAuditLog: pruneAuditLog },
});
