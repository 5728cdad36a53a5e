import { sortKeyAt } from '#domains/containers/sort-key-now.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { relativeTime } from '#lib/dates.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { invalid } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import type { ResolvedTarget } from './post-target.server.ts';

/**
 * Slow mode: refuses a post that follows the member's last one in the container too soon, whether
 * that was published or waits for approval. Its staff may always post. The container is locked, so
 * that the second of two simultaneous posts sees the first.
 * @param field of the form, which the error names
 */
export async function checkPostInterval(
  tx: Tx,
  member: Member,
  { type, id, postInterval, isModerated }: ResolvedTarget,
  field = 'body',
): Promise<void> {
  if (postInterval === 0 || isModerated) return;
  const interval = sql`make_interval(secs => ${postInterval})`;
  const [row] = await tx.execute<{ seconds: number | null }>(sql`
    select extract(epoch from max(written.at) + ${interval} - ${now()})::float8 as seconds
    from (
      select p.published_at as at
      from posts p
      where p.author_id = ${member.id}
        and p.object_type = ${type}
        and p.object_id = ${id}
        and p.item_id is null
        and p.sort_key >= ${sortKeyAt(sql`${now()} - ${interval}`)}
      union all
      select p.created_at
      from pending_posts p
      where p.author_id = ${member.id}
        and p.target_type = ${type}
        and p.target_id = ${id}
    ) written`);
  const seconds = row!.seconds ?? 0;
  if (seconds <= 0) return;
  const start = new Date(0);
  const when = relativeTime(new Date(Math.ceil(seconds) * 1000), start);
  throw invalid(`Slow mode: you can post here again ${when}.`, field);
}
