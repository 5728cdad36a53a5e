import { avatarAddress } from '#domains/members/members.views.server.ts';
import { toWireTime } from '#lib/dates.ts';
import type { RequestsAnswer } from './requests.schema.ts';
import type { RequestList } from './requests.server.ts';

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
    was_refused: row.wasRefused ? 1 : 0,
    answers: (row.answers ?? []).map(({ question, answer }) => ({ question, answer })),
    ...(row.seats ? { seats: row.seats } : {}),
  })),
  page,
  limit,
  total,
});
