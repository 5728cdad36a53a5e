import { roles } from '#domains/containers/container-access.rules.ts';
import { peopleLister } from '#domains/containers/kit/people.server.ts';
import { requestLister } from '#domains/containers/kit/requests.server.ts';
import {
  readGroup,
  readGroupAsStaff,
  readGroupWithMembers,
} from '#domains/groups/one-group.server.ts';

/** People of a group that the viewer may read, by the time they joined or asked. */
export const listMembers = peopleLister({
  type: 'group',
  read: readGroup,
  readWithMembers: readGroupWithMembers,
  staffRole: roles.moderator,
  removalRole: roles.moderator,
  roleNames: {
    member: [roles.member, roles.member],
    officer: [roles.moderator, roles.admin],
    owner: [roles.owner, roles.owner],
  },
});

/** Requests to join that can be approved, for officers and the owner. */
export const listRequests = requestLister({
  type: 'group',
  readAsStaff: readGroupAsStaff,
  hasEmail: false,
});
