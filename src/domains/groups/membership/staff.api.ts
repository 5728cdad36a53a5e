import {
  inviteLinkHandlers,
  joinByLinkOf,
  ownershipHandlers,
} from '#domains/containers/containers.api.ts';
import type { PeopleKind } from '#domains/containers/kit/people.server.ts';
import { requestListHandler } from '#domains/containers/kit/requests.api.ts';
import * as removals from '#domains/containers/membership/removals.server.ts';
import { checkGroupQuota } from '#domains/groups/edit/group-changes.server.ts';
import * as calls from '#domains/groups/groups.calls.ts';
import { groupRef } from '#domains/groups/one-group.server.ts';
import { originFor } from '#server/base-url.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import { listMembers, listRequests } from './group-members.server.ts';
import * as membership from './group-membership.server.ts';
import * as shapes from './membership.schema.ts';
import { membersView } from './membership.views.server.ts';

function toListKind(flags: { waiting: number; banned: number; invited: number }): PeopleKind {
  if (flags.waiting) return 'requests';
  if (flags.banned) return 'bans';
  return flags.invited ? 'invitations' : 'members';
}

const saved = { form: { done: 'Your changes were saved.' } };

const setTitle = (
  member: Parameters<typeof membership.setTitle>[0],
  { id, user_id, title }: { id: number; user_id: number; title: string },
) => membership.setTitle(member, id, user_id, title);

const kind = { noun: 'group', ref: groupRef };

export const staffHandlers: Handler[] = [
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
  requestListHandler(calls.listPendingRequests, 'group', listRequests),
  handle(
    calls.approveRequest,
    shapes.membersOfInput,
    noContent,
    (member, { id, user_id }) => membership.approveRequests(member, id, user_id),
    { form: { done: 'Request approved.' }, summary: 'Approve requests to join' },
  ),
  handle(
    calls.refuseRequest,
    shapes.refuseInput,
    noContent,
    (member, { id, user_id, reason }) => membership.refuseRequests(member, id, user_id, reason),
    { ...saved, summary: 'Refuse requests, or revoke invitations' },
  ),
  handle(
    calls.removeMember,
    shapes.memberInput,
    noContent,
    (member, { id, user_id }) => membership.removeMember(member, id, user_id),
    { form: { done: 'Member removed.' }, summary: 'Remove a member, who rejoins by approval only' },
  ),
  handle(
    calls.promoteMember,
    shapes.memberInput,
    noContent,
    (member, { id, user_id }) => membership.promoteMember(member, id, user_id),
    { ...saved, summary: 'Make a member of an own group an officer' },
  ),
  handle(
    calls.demoteMember,
    shapes.memberInput,
    noContent,
    (member, { id, user_id }) => membership.demoteMember(member, id, user_id),
    { ...saved, summary: 'Make an officer of an own group a member again' },
  ),
  handle(calls.editMember, shapes.editMemberInput, noContent, setTitle, {
    summary: 'Change the text beside the name of a member',
  }),
  handle(calls.editMemberByForm, shapes.editMemberInput, noContent, setTitle, {
    ...saved,
    summary: 'The same as `PUT`, for forms',
  }),
  handle(
    calls.banMember,
    shapes.banInput,
    noContent,
    (member, { id, user_id, reason, days }) =>
      removals.banMember(member, groupRef(id), user_id, {
        until: removals.banEnd(days),
        reason,
      }),
    { form: { done: 'Member banned.' }, summary: 'Ban somebody from a group' },
  ),
  handle(
    calls.unbanMember,
    shapes.memberInput,
    noContent,
    (member, { id, user_id }) => removals.unbanMember(member, groupRef(id), user_id),
    { ...saved, summary: 'End a ban' },
  ),
  ...inviteLinkHandlers(calls, kind, 'groupLink'),
  handle(
    calls.joinByLink,
    shapes.joinByLinkInput,
    shapes.joinedAnswer,
    async (member, { token, rules_accepted }) => ({
      group_id: await joinByLinkOf('group', member, token, rules_accepted === 1),
    }),
    {
      form: {
        done: 'You are a member now.',
        next: ({ group_id }) => `/groups/group/${group_id}/posts`,
      },
      summary: 'Join a group by a link',
    },
  ),
  ...ownershipHandlers(calls, {
    ...kind,
    notice: 'group_ownership',
    checkQuota: (member) => (tx) => checkGroupQuota(member, tx),
  }),
];
