import { plainHandlers } from '#domains/containers/kit/plain.api.ts';
import {
  toMembership,
  toPeopleKind,
  toRoleName,
} from '#domains/containers/kit/plain.views.server.ts';
import { groupScreens } from '#domains/groups/group-screens.views.server.ts';
import * as calls from '#domains/groups/groups.calls.ts';
import { membershipNames } from '#domains/groups/groups.schema.ts';
import { groupPeopleView } from '#domains/groups/groups.views.server.ts';
import { readGroup, readOpenGroup } from '#domains/groups/one-group.server.ts';
import { originFor } from '#server/base-url.ts';
import { handle, type Handler } from '#server/handle.ts';
import { listMembers } from './group-members.server.ts';
import * as shapes from './membership.schema.ts';

export const membersHandlers: Handler[] = [
  ...plainHandlers(calls.kitCalls, groupScreens, {
    type: 'group',
    read: readGroup,
    readOpen: readOpenGroup,
    membershipNames,
    toMembership: (row) => toMembership(row, 'officer'),
    hasRules: true,
  }),
  handle(
    calls.listMembers,
    shapes.membersInput,
    shapes.membersAnswer,
    async (member, { id, waiting, banned, invited, menu, ...query }, request) => {
      const kind = toPeopleKind({ waiting, banned, invited });
      const found = await listMembers(member, id, { ...query, kind });
      const options = { kind, withMenu: menu === 1, origin: originFor(request) };
      return groupPeopleView(found, options, ({ title, role, answers }) => ({
        fields: {
          staff: title,
          role: toRoleName(role, 'officer'),
          ...(kind === 'requests'
            ? {
                answers: (answers ?? []).map(({ answer }) => answer),
                questions: (answers ?? []).map(({ question }) => question),
              }
            : {}),
        },
      }));
    },
    { summary: 'Members of a group; for its officers also requests, invitations and bans' },
  ),
];
