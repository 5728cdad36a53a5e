import { viewerFromColumn, visibleAuthor } from '#domains/policy/audience.server.ts';
import { db } from '#server/db.ts';
import { debounceBatch } from '#server/live/debounce-batch.ts';
import { listeningMembers, sendToStream, streamsOf } from '#server/live/streams.ts';
import { sql } from '#server/sql.ts';
import type { LiveEventHandler } from './live-handlers.ts';

/**
 * Sends the ids of members to the streams of their friends and of themselves. The clients then
 * request what is new of them, with their own rights; offline members do so when they return.
 */
async function notifyFriends(type: string, members: number[]): Promise<void> {
  const listening = listeningMembers();
  if (!listening.length) return;
  const rows = await db.execute<{ changed: number; listener: number }>(sql`
    with changed as (
      select * from unnest(${sql.param(members)}::bigint[]) with ordinality changed (id, ordinality)
    )
    select changed, listener
    from (
      select changed.ordinality, f.member_id as changed, f.friend_id as listener
      from changed
      join friendships f on f.member_id = changed.id
      where f.friend_id = any (${sql.param(listening)}::bigint[])
        and ${visibleAuthor(viewerFromColumn(sql`f.friend_id`), sql`f.member_id`)}
      union all
      select changed.ordinality, changed.id, changed.id
      from changed
      where changed.id = any (${sql.param(listening)}::bigint[])
    ) recipient
    order by ordinality`);
  for (const { changed, listener } of rows)
    for (const stream of streamsOf(listener)) sendToStream(stream, { type, id: changed });
}

/** Handles events that name a member: friends, and the member's own screens, get one of that type. */
export function friendEvents(type: string): LiveEventHandler {
  const notify = debounceBatch<number>(String, (members) => notifyFriends(type, members));
  return ([member]) => notify(Number(member));
}
