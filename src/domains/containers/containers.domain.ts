import { defineDomain } from '#server/domain.ts';
import { storedKind, wallKind } from './container-kinds.server.ts';
import { settleSuccession } from './ownership.server.ts';
import { pruneAuditLog } from './staff.server.ts';

export const containersDomain = defineDomain({
  name: 'containers',
  containerKinds: {
    member: wallKind,
    page: storedKind('page', { noun: 'page', path: (id) => `/pages/page/${id}` }),
    group: storedKind('group', { noun: 'group', path: (id) => `/groups/group/${id}` }),
    event: storedKind('event', { noun: 'event', path: (id) => `/events/event/${id}` }),
  },
  onMemberLeaving: settleSuccession,
  prunes: { containerAuditLog: pruneAuditLog },
});
