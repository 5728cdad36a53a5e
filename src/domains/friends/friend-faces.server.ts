import type { SQL } from 'drizzle-orm';
import { memberCardJson } from '#domains/members/members.server.ts';
import { avatarFor, visibleCard, visibleFriends } from '#domains/policy/profile-audience.server.ts';
import type { SqlViewer } from '#domains/policy/viewer.ts';
import { sql } from '#server/sql.ts';

const facesAtMost = 8;
/** Only so many are looked at: the rights of each cost more than its row. */
const candidatesAtMost = 100;

/**
 * Selects the newest friends of `owner` as JSON of their cards; null if the viewer sees none.
 * @param owner a column of another table expression than `friend`
 */
export const friendFaces = (viewer: SqlViewer, owner: SQL): SQL => sql`
  (
    select json_agg(${memberCardJson(sql`face`)} order by face.since desc, face.id desc)
    from (
      select friend.id, friend.displayname, friend.username,
        ${avatarFor(viewer, sql`friend`)} as avatar, newest.since
      from (
        select f.friend_id, f.since
        from friendships f
        where f.member_id = ${owner}
        order by f.since desc, f.friend_id desc
        limit ${candidatesAtMost}
      ) newest
      join members friend on friend.id = newest.friend_id
      where ${visibleFriends(viewer, owner)}
        and ${visibleCard(viewer, sql`friend.id`, sql`friend.status`)}
      order by newest.since desc, friend.id desc
      limit ${facesAtMost}
    ) face
  )`;
