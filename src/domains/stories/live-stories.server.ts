import { sql } from 'drizzle-orm';
import type { LiveEventHandler } from '#domains/live/live-handlers.ts';
import { viewerFromColumn, visibleAuthor } from '#domains/policy/audience.server.ts';
import { db } from '#server/db.ts';
import { gathered } from '#server/live/gathered.ts';
import { listeningMembers, sendToStream, streamsOf } from '#server/live/streams.ts';

/**
 * Those whose strip it is in: friends, and the owner's own other screens. They learn whose stories
 * have changed, and ask what there is for them; whoever is not here now asks on coming back.
 */
async function tellFriends(owners: number[]): Promise<void> {
  const listening = listeningMembers();
  if (!listening.length) return;
  const rows = await db.execute<{ owner: number; member: number }>(sql`
    with told as (
      select * from unnest(${sql.param(owners)}::bigint[]) with ordinality told (id, place)
    )
    select owner, member
    from (
      select told.place, f.member_id as owner, f.friend_id as member
      from told
      join friendships f on f.member_id = told.id
      where f.friend_id = any (${sql.param(listening)}::bigint[])
        and ${visibleAuthor(viewerFromColumn(sql`f.friend_id`), sql`f.member_id`)}
      union all
      select told.place, told.id, told.id
      from told
      where told.id = any (${sql.param(listening)}::bigint[])
    ) heard
    order by place`);
  for (const { owner, member } of rows)
    for (const stream of streamsOf(member)) sendToStream(stream, { type: 'stories', id: owner });
}

const gather = gathered<number>(String, tellFriends);

export const handleStoryEvent: LiveEventHandler = ([owner]) => gather(Number(owner));
