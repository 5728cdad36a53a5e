import { roles } from '#domains/containers/container-access.rules.ts';
import { avatarAddress, userLiteView } from '#domains/members/members.views.server.ts';
import { toRoleName } from '#domains/sitepages/sitepages.schema.ts';
import { toWireTime } from '#lib/dates.ts';
import type { Flag } from '#lib/shapes.ts';
import { type PageMember, type RequestsAnswer } from './membership.schema.ts';
import type { PageMemberRow } from './page-members.server.ts';
import type { RequestList } from './page-requests.server.ts';

const toFlag = (value: boolean): Flag => (value ? 1 : 0);

export const pageMemberView = (row: PageMemberRow, origin: string): PageMember => ({
  ...userLiteView(row, origin),
  member_id: row.id,
  role: toRoleName(row.role),
  title: row.title,
  join_date: toWireTime(row.since),
  featured: toFlag(row.isFeatured),
  is_admin: toFlag(row.role >= roles.admin),
});

export const bannedMemberView = (row: PageMemberRow, origin: string): PageMember => ({
  ...pageMemberView(row, origin),
  reason: row.reason,
  banned_until: row.bannedUntil ? toWireTime(row.bannedUntil) : '',
});

export const requestsView = (
  { requests, page, limit, total }: RequestList,
  origin: string,
): RequestsAnswer => ({
  pending_requests: requests.map((row) => ({
    member_id: row.id,
    user_id: row.id,
    displayname: row.displayname,
    photo_url: avatarAddress(row.avatar, origin),
    request_date: toWireTime(row.requestedAt),
    email: row.email,
    account_days: row.accountDays,
    mutual_friends: row.mutualFriends,
    was_refused: toFlag(row.wasRefused),
    answers: (row.answers ?? []).map(({ question, answer }) => ({ question, answer })),
  })),
  page,
  limit,
  total,
});
