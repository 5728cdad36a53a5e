import { auditLabel } from '#domains/containers/audit-log/audit-log.rules.ts';
import { listAuditLog, type LogEntry } from '#domains/containers/audit-log/audit-log.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { pageRef, readPageAsStaff } from '#domains/sitepages/one-page.server.ts';
import { toWireTime } from '#lib/dates.ts';
import type { AuditLogAnswer } from './ownership.schema.ts';

export interface PageAuditLog {
  total: number;
  entries: LogEntry[];
}

/** For the admins of the page. */
export async function readAuditLog(
  member: Member,
  id: number,
  query: { page?: number; limit?: number } = {},
): Promise<PageAuditLog> {
  await readPageAsStaff(member, id);
  return listAuditLog(member, pageRef(id), query);
}

export const auditLogView = ({ total, entries }: PageAuditLog): AuditLogAnswer => ({
  totalItemCount: total,
  response: entries.map(({ id, action, actor, target, createdAt }) => ({
    log_id: id,
    action,
    label: auditLabel(action),
    user_id: actor?.id ?? 0,
    displayname: actor?.displayname ?? '',
    target_id: target?.id ?? 0,
    target_title: target?.displayname ?? '',
    creation_date: toWireTime(createdAt),
  })),
});
