import { plainPeople } from '#domains/containers/kit/plain-screens.views.server.ts';
import { groupReader } from '#domains/groups/one-group.server.ts';

/** People of a group, for members and officers. */
export const { listMembers, listRequests } = plainPeople('group', groupReader);
