import type { SQL } from 'drizzle-orm';
import { markTypeRead } from '#domains/notifications/notification-changes.server.ts';
import { visibleAuthor } from '#domains/policy/audience.server.ts';
import type { Member, SqlMember } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import type { FriendRequest, FriendRequests } from './friends.schema.ts';
import { requestView, type RequestRow } from './friends.views.server.ts';
import { mutualCount } from './friendship.server.ts';

/** Open requests to the member from visible senders, as `r`. */
const openRequests = (member: SqlMember): SQL =>
  sql`
    from friend_requests r
    where r.recipient_id = ${member.id}
      and ${visibleAuthor(member, sql`r.sender_id`)}`;

/** Selects rows for `requestView` of the requests in `from`. */
const requestRows = (member: Member, from: SQL): SQL => sql`
  with p as materialized (select r.* ${from})
  select p.id as "requestId", p.created_at::text as "sentAt", p.seen_at is not null as "isSeen",
    m.id, m.displayname, m.username, m.avatar, ${mutualCount(member, sql`m.id`)} as mutual
  from p
  join members m on m.id = p.sender_id
  order by p.id desc`;

/** Lists open requests to the member, newest first. Does not mark them as seen. */
export async function listRequests(
  member: Member,
  { page = 1, limit = 10 }: { page?: number; limit?: number } = {},
  origin = '',
): Promise<FriendRequests> {
  const [[counted], rows] = await Promise.all([
    db.execute<{ total: number }>(sql`select count(*)::int as total ${openRequests(member)}`),
    db.execute<RequestRow & Record<string, unknown>>(
      requestRows(
        member,
        sql`${openRequests(member)} order by r.id desc limit ${limit} offset ${(page - 1) * limit}`,
      ),
    ),
  ]);
  return {
    totalItemCount: counted!.total,
    response: rows.map((row) => requestView(row, member, origin)),
  };
}

/** Finds the open request from the member's inviter. */
export async function findInviterRequest(member: Member): Promise<FriendRequest | undefined> {
  const isInviter = sql`exists (
    select from invites i
    where i.inviter_id = r.sender_id
      and i.joined_id = r.recipient_id)`;
  const [row] = await db.execute<RequestRow & Record<string, unknown>>(
    requestRows(member, sql`${openRequests(member)} and ${isInviter} order by r.id desc limit 1`),
  );
  return row && requestView(row, member, '');
}

/** Counts requests the member has not seen. */
export const countUnseenRequests = (member: SqlMember): SQL =>
  sql`(select count(*)::int ${openRequests(member)} and r.seen_at is null)`;

/** Marks the requests and their notifications as seen. */
export async function markRequestsSeen(member: Member): Promise<void> {
  await db.execute(sql`
    with read_notifications as (${markTypeRead(member, 'friend_request')})
    update friend_requests
    set seen_at = ${now()}
    where recipient_id = ${member.id}
      and seen_at is null`);
}
