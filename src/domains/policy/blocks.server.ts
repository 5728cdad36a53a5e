import type { MemberCard } from '#domains/members/members.views.server.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { HttpError, invalid, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { lockPair } from './pair-lock.server.ts';
import type { BlockList } from './policy.schema.ts';
import { blockedView, type BlockedRow } from './policy.views.server.ts';
import type { Member } from './viewer.ts';

/** Selects a member that this member may know of: active, and has not blocked this member. */
const findable = (member: Member, id: number) => sql`
  select m.id
  from members m
  where m.id = ${id}
    and m.status = 'active'
    and not exists (
      select from blocks b
      where b.blocker_id = m.id
        and b.blocked_id = ${member.id}
    )`;

/** Blocks in both directions and ends the friendship or request between the two. Idempotent. */
export async function blockMember(member: Member, id: number): Promise<void> {
  if (id === member.id) throw invalid('You cannot block yourself.', 'user_id');
  const [row] = await db.transaction(async (tx) => {
    await lockPair(tx, member.id, id);
    return tx.execute<{ isBlocked: boolean }>(sql`
      with target as (${findable(member, id)}),
        existing as (
          select from blocks
          where blocker_id = ${member.id}
            and blocked_id = ${id}
        ),
        blocked as (
          insert into blocks (blocker_id, blocked_id, created_at)
          select ${member.id}, id, ${now()}
          from target
          on conflict
          do nothing
        ),
        unfriended as (
          delete from friendships f
          using target t
          where (f.member_id = ${member.id} and f.friend_id = t.id)
            or (f.member_id = t.id and f.friend_id = ${member.id})
        ),
        withdrawn_request as (
          delete from friend_requests r
          using target t
          where (r.sender_id = ${member.id} and r.recipient_id = t.id)
            or (r.sender_id = t.id and r.recipient_id = ${member.id})
        )
      select exists (select from target) or exists (select from existing) as "isBlocked"`);
  });
  if (!row?.isBlocked) throw notFound();
}

/** Removes the member's own block; having none is no error. The friendship does not come back. */
export async function unblockMember(member: Member, id: number): Promise<void> {
  const [row] = await db.execute<{ isFound: boolean }>(sql`
    with target as (${findable(member, id)}),
      deleted as (
        delete from blocks
        where blocker_id = ${member.id}
          and blocked_id = ${id}
        returning 1
      )
    select exists (select from target) or exists (select from deleted) as "isFound"`);
  if (!row?.isFound) throw notFound();
}

/**
 * Runs the read; if it finds nothing because the member has blocked that person, returns their name
 * and picture instead, so that the block can be removed where their profile would be. Not found if
 * that person has blocked the member as well.
 */
export async function readUnlessBlocked<Read>(
  member: Member,
  id: number,
  read: Promise<Read>,
): Promise<{ read: Read } | { blocked: MemberCard }> {
  try {
    return { read: await read };
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== 'no_record') throw error;
    const [blocked] = await db.execute<MemberCard & Record<string, unknown>>(sql`
      select m.id, m.displayname, m.username, m.avatar
      from members m
      where m.id in (${findable(member, id)})
        and exists (
          select from blocks b
          where b.blocker_id = ${member.id}
            and b.blocked_id = m.id
        )`);
    if (!blocked) throw error;
    return { blocked };
  }
}

export async function listBlocked(
  member: Member,
  { page, limit }: { page: number; limit: number },
  origin: string,
): Promise<BlockList> {
  const blocked = sql`
    from blocks b
    join members m on m.id = b.blocked_id and m.status = 'active'
    where b.blocker_id = ${member.id}`;
  const [[counted], rows] = await Promise.all([
    db.execute<{ total: number }>(sql`select count(*)::int as total ${blocked}`),
    db.execute<BlockedRow & Record<string, unknown>>(sql`
      select m.id, m.displayname, m.username, m.avatar, b.created_at::text as "blockedAt" ${blocked}
      order by b.created_at desc, m.id desc limit ${limit} offset ${(page - 1) * limit}`),
  ]);
  return {
    totalItemCount: counted!.total,
    response: rows.map((row) => blockedView(row, origin)),
  };
}
