import { kindHandlers } from '#domains/containers/kit/kind.api.ts';
import { auditLogHandler } from '#domains/containers/kit/staff.api.ts';
import { readPageAsStaff } from '#domains/sitepages/one-page.server.ts';
import { pageScreens } from '#domains/sitepages/page-screens.views.server.ts';
import * as calls from '#domains/sitepages/sitepages.calls.ts';
import * as shapes from '#domains/sitepages/sitepages.schema.ts';
import { originFor } from '#server/base-url.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import { noContentWith } from '#server/responses.ts';
import * as membershipShapes from './membership.schema.ts';
import { membersView } from './membership.views.server.ts';
import { featureAdmins, listAdmins, listMembers } from './page-members.server.ts';
import { changeAdmin, changeRole } from './page-roles.server.ts';

export const staffHandlers: Handler[] = [
  handle(
    calls.listMembers,
    membershipShapes.membersInput,
    membershipShapes.membersAnswer,
    async (member, { id, banned, ...query }, request) => {
      const isBanned = banned === 1;
      const kind = isBanned ? 'bans' : 'members';
      const { total, members } = await listMembers(member, id, { ...query, kind });
      return membersView(members, originFor(request), { total, isBanned });
    },
    { summary: 'Members of a page; for its admins also who is banned' },
  ),
  handle(
    calls.changeRole,
    membershipShapes.changeRoleInput,
    noContentWith(membershipShapes.roleAnswer),
    async (member, { id, member_id, role, title }) => {
      await changeRole(member, id, member_id, { role, title });
      return { member_id, role };
    },
    { form: { done: 'Role changed.' }, summary: 'Give a member of your own page another role' },
  ),
  ...kindHandlers(calls, 'page', pageScreens, { hasRules: false }),
  auditLogHandler(calls.readAuditLog, pageScreens, readPageAsStaff),
  handle(
    calls.listAdmins,
    shapes.pageIdInput,
    membershipShapes.membersAnswer,
    async (member, { id }, request) =>
      membersView(await listAdmins(member, id), originFor(request)),
    { summary: 'Owner and admins of your own page' },
  ),
  handle(
    calls.changeAdmin,
    membershipShapes.changeAdminInput,
    noContent,
    (member, { id, user_id, action }) => changeAdmin(member, id, user_id, action),
    {
      form: { done: 'Your changes were saved.' },
      summary: 'Make somebody an admin of your own page, or no longer',
    },
  ),
  handle(
    calls.listFeaturedAdmins,
    shapes.pageIdInput,
    membershipShapes.featuredAdminsAnswer,
    async (member, { id }, request) => {
      const { response } = membersView(await listAdmins(member, id), originFor(request));
      return { response };
    },
    { summary: 'Admins of your own page, and whether its front shows them' },
  ),
  handle(
    calls.featureAdmins,
    membershipShapes.featureAdminsInput,
    noContent,
    (member, { id, user_ids }) => featureAdmins(member, id, user_ids),
    {
      form: { done: 'Your changes were saved.' },
      summary: 'Choose the admins that the front of your own page shows',
    },
  ),
];
