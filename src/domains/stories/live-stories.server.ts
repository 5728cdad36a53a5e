import type { LiveEventHandler } from '#domains/live/live-handlers.ts';
import { viewerFromColumn, visibleAuthor } from '#domains/policy/audience.server.ts';
import { db } from '#server/db.ts';
import { debounceBatch } from '#server/live/debounce-batch.ts';
import { listeningMembers, sendToStream, streamsOf } from '#server/live/streams.ts';
import { sql } from '#server/sql.ts';

/**
 * Sends the owners of changed stories to the streams of their friends and of themselves. The
 * clients then request the stories; offline members do so when they return.
 */
async function notifyFriends(owners: number[]): Promise<void> {
  const listening = listeningMembers();
  if (!listening.length) return;
  const rows = await db.execute<{ owner: number; member: number }>(sql`
    with changed as (
      select * from unnest(${sql.param(owners)}::bigint[]) with ordinality changed (id, ordinality)
    )
    select owner, member
    from (
      select changed.ordinality, f.member_id as owner, f.friend_id as member
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
  for (const { owner, member } of rows)
    for (const stream of streamsOf(member)) sendToStream(stream, { type: 'stories', id: owner });
}

const notifyBatched = debounceBatch<number>(String, notifyFriends);

export const handleStoryEvent: LiveEventHandler = ([owner]) => notifyBatched(Number(owner));
