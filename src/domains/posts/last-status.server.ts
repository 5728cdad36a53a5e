import type { Viewer } from '#domains/policy/viewer.ts';
import type { LastStatus } from '#domains/profiles/last-status.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { visibleTo } from './visibility.server.ts';

/** The member's newest text-only post on a wall that the viewer may see. */
export async function readLastStatus(
  viewer: Viewer,
  memberId: number,
): Promise<LastStatus | undefined> {
  const [status] = await db.execute<LastStatus & Record<string, unknown>>(sql`
    select posts.body as text, posts.published_at::text as "publishedAt"
    from posts
    where posts.author_id = ${memberId}
      and posts.subject_type = 'member'
      and posts.object_type = 'member'
      and posts.type = 'status'
      and ${visibleTo(viewer)}
    order by posts.sort_key desc
    limit 1`);
  return status;
}
