import { auditLabel, logChanges } from '#domains/containers/audit-log/audit-log.rules.ts';
import { listAuditLog } from '#domains/containers/audit-log/audit-log.server.ts';
import { roles } from '#domains/containers/container-access.rules.ts';
import * as staff from '#domains/containers/membership/staff.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { Call } from '#lib/calls.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { toWireTime } from '#lib/dates.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import type { ContainerScreens } from './container-screens.ts';
import type { staffCalls } from './membership.calls.ts';
import * as shapes from './membership.schema.ts';

const saved = { done: 'Your changes were saved.' };

/** Handlers of a kind whose owner makes members officers. */
export function staffHandlers(
  calls: ReturnType<typeof staffCalls>,
  type: ContainerType,
): Handler[] {
  const changeRole =
    (role: typeof roles.member | typeof roles.moderator) =>
    (member: Member, { memberId, ...ref }: { id: number; itemId?: number; memberId: number }) =>
      staff.changeRole(member, { type, ...ref }, memberId, role);
  const setTitle = (
    member: Member,
    { id, memberId, title }: { id: number; memberId: number; title: string },
  ) => staff.setTitle(member, { type, id }, memberId, title);
  const title = shapes.editMemberInput('user_id');
  return [
    handle(
      calls.promoteMember,
      shapes.memberInput('user_id'),
      noContent,
      changeRole(roles.moderator),
      { form: saved, summary: `Make a member of your own ${type} an officer` },
    ),
    handle(calls.demoteMember, shapes.memberInput('user_id'), noContent, changeRole(roles.member), {
      form: saved,
      summary: `Make an officer of your own ${type} a member again`,
    }),
    handle(calls.editMember, title, noContent, setTitle, {
      summary: 'Change the text beside the name of a member',
    }),
    handle(calls.editMemberByForm, title, noContent, setTitle, {
      form: saved,
      summary: 'The same as `PUT`, for forms',
    }),
  ];
}

/**
 * The handler of the audit log.
 * @param readAsStaff throws if the member may not read it
 */
export const auditLogHandler = (
  call: Call<shapes.AuditLogInput, shapes.AuditLogAnswer>,
  { type, form, members }: Pick<ContainerScreens, 'type' | 'form' | 'members'>,
  readAsStaff: (member: Member, id: number) => Promise<unknown>,
): Handler =>
  handle(
    call,
    shapes.auditLogInput,
    shapes.auditLogAnswer,
    async (member, { id, ...query }) => {
      await readAsStaff(member, id);
      const { total, entries } = await listAuditLog(member, { type, id }, query);
      const words = { fields: form.fields ?? {}, roleLabels: members.roleLabels };
      return {
        totalItemCount: total,
        response: entries.map((entry) => ({
          log_id: entry.id,
          action: entry.action,
          label: auditLabel(entry.action),
          changes: logChanges(entry, words),
          user_id: entry.actor?.id ?? 0,
          displayname: entry.actor?.displayname ?? '',
          target_id: entry.target?.id ?? 0,
          target_title: entry.target?.displayname ?? '',
          creation_date: toWireTime(entry.createdAt),
        })),
      };
    },
    { summary: `Changes by the staff of your own ${type}, the newest first` },
  );
