import type { PeopleKind } from '#domains/containers/kit/people.server.ts';
import { plainHandlers } from '#domains/containers/kit/plain.api.ts';
import { groupScreens } from '#domains/groups/group-screens.views.server.ts';
import * as calls from '#domains/groups/groups.calls.ts';
import { membershipNames } from '#domains/groups/groups.schema.ts';
import { toMembership } from '#domains/groups/groups.views.server.ts';
import { readGroup, readOpenGroup } from '#domains/groups/one-group.server.ts';
import { originFor } from '#server/base-url.ts';
import { handle, type Handler } from '#server/handle.ts';
import { listMembers } from './group-members.server.ts';
import * as shapes from './membership.schema.ts';
import { membersView } from './membership.views.server.ts';

function toListKind(flags: { waiting: number; banned: number; invited: number }): PeopleKind {
  if (flags.waiting) return 'requests';
  if (flags.banned) return 'bans';
  return flags.invited ? 'invitations' : 'members';
}

export const membersHandlers: Handler[] = [
  ...plainHandlers(calls, groupScreens, {
    type: 'group',
    read: readGroup,
    readOpen: readOpenGroup,
    membershipNames,
    toMembership,
    hasRules: true,
  }),
  handle(
    calls.listMembers,
    shapes.membersInput,
    shapes.membersAnswer,
    async (member, { id, waiting, banned, invited, menu, ...query }, request) => {
      const kind = toListKind({ waiting, banned, invited });
      const found = await listMembers(member, id, { ...query, kind });
      return membersView(found, { kind, withMenu: menu === 1, origin: originFor(request) });
    },
    { summary: 'Members of a group; for its officers also requests, invitations and bans' },
  ),
];
