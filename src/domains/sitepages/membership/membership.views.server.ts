import { roles } from '#domains/containers/container-access.rules.ts';
import { userLiteView } from '#domains/members/members.views.server.ts';
import { toRoleName } from '#domains/sitepages/sitepages.schema.ts';
import { toWireTime } from '#lib/dates.ts';
import { toFlag } from '#lib/shapes.ts';
import type { MembersAnswer, PageMember } from './membership.schema.ts';
import type { PageMemberRow } from './page-members.server.ts';

const pageMemberView = (row: PageMemberRow, origin: string): PageMember => ({
  ...userLiteView(row, origin),
  member_id: row.id,
  role: toRoleName(row.role),
  title: row.title,
  join_date: toWireTime(row.since),
  featured: toFlag(row.isFeatured),
  is_admin: toFlag(row.role >= roles.admin),
});

const bannedMemberView = (row: PageMemberRow, origin: string): PageMember => ({
  ...pageMemberView(row, origin),
  reason: row.reason,
  banned_until: row.bannedUntil ? toWireTime(row.bannedUntil) : '',
});

export const membersView = (
  rows: PageMemberRow[],
  origin: string,
  { total = rows.length, isBanned = false } = {},
): MembersAnswer => ({
  totalItemCount: total,
  getTotalItemCount: total,
  response: rows.map((row) => (isBanned ? bannedMemberView : pageMemberView)(row, origin)),
});
