import type { Member } from '#domains/policy/viewer.ts';
import { sharesActivity } from '#domains/settings/activity-types.server.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/**
 * An item of the feed for the friends of whoever has accepted, unless one of the two wants none.
 * Once an hour: whoever answers twenty requests in a row does not fill everybody's feed. It is gone
 * with the friendship, by its foreign key.
 */
export async function shareFriendship(tx: Tx, member: Member, friendId: number): Promise<void> {
  await tx.execute(sql`
    insert into posts (author_id, type, subject_id, object_id, audience, published_at, friend_id)
    select m.id, 'friends', m.id, m.id, 'friends', ${now()}, ${friendId}
    from members m
    where m.id = ${member.id}
      and ${sharesActivity(sql`m.id`, 'friends')}
      and ${sharesActivity(sql`${friendId}::bigint`, 'friends')}
      and not exists (
        select from posts told
        where told.author_id = m.id
          and told.friend_id is not null
          and told.published_at > ${now()} - interval '1 hour'
      )`);
}
